//! Evaluates published formulas: `+ - * / ^`, parentheses, numbers, names, and implicit products such as `2pi`.

/// Returns the value of the formula `text`. `names` are its variables with their values; `pi` and `ln2` are predefined.
pub(crate) fn evaluate(text: &str, names: &[(&str, f64)]) -> f64 {
    let mut parser = Parser { rest: text, names };
    let value = parser.sum();
    assert!(parser.rest.is_empty(), "{text:?}: cannot read {:?}", parser.rest);
    value
}

struct Parser<'a> {
    rest: &'a str,
    names: &'a [(&'a str, f64)],
}

impl Parser<'_> {
    fn take(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.starts_with(sign);
        if found {
            self.rest = &self.rest[sign.len_utf8()..];
        }
        found
    }

    fn sum(&mut self) -> f64 {
        let mut value = self.product();
        loop {
            if self.take('+') {
                value += self.product();
            } else if self.take('-') {
                value -= self.product();
            } else {
                return value;
            }
        }
    }

    fn product(&mut self) -> f64 {
        let mut value = self.power();
        loop {
            if self.take('*') {
                value *= self.power();
            } else if self.take('/') {
                value /= self.power();
            } else if self.rest.starts_with(|c: char| c.is_alphabetic() || c == '(') {
                value *= self.power();
            } else {
                return value;
            }
        }
    }

    fn power(&mut self) -> f64 {
        let value = self.atom();
        if self.take('^') { libm::pow(value, self.power()) } else { value }
    }

    fn atom(&mut self) -> f64 {
        if self.take('(') {
            let value = self.sum();
            assert!(self.take(')'), "missing closing bracket before {:?}", self.rest);
            return value;
        }
        let number = self.rest.starts_with(|c: char| c.is_ascii_digit());
        let belongs = |c: char| if number { c.is_ascii_digit() || c == '.' } else { c.is_alphanumeric() };
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if number {
            return word.parse().unwrap_or_else(|_| panic!("{word:?} is not a number"));
        }
        match word {
            "pi" => std::f64::consts::PI,
            "ln2" => std::f64::consts::LN_2,
            name => {
                let found = self.names.iter().find(|(known, _)| *known == name);
                found.unwrap_or_else(|| panic!("{name:?} has no value")).1
            }
        }
    }
}

#[test]
fn formulas_follow_the_usual_precedence() {
    let names = [("f", 0.5), ("m", 3.0)];
    assert_eq!(evaluate("2+3*4-6/(1+2)", &[]), 12.0);
    assert_eq!(evaluate("(2pi/f)^2*m", &names), 48.0 * std::f64::consts::PI * std::f64::consts::PI);
}
