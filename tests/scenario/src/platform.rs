//! What differs between a program of an operating system and one in a page or under Node.js: flags, and what is said.
//!
//! Where there is no command line, an object `page` stands in for it, as for the scenes: flags in `page.flags`, and a function `page.say`,
//! which takes each line.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::*;
#[cfg(target_arch = "wasm32")]
pub(crate) use page::*;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        lexopt::Parser::from_env()
    }

    /// A line for whoever watches.
    pub(crate) fn say(line: &str) {
        println!("{line}");
    }
}

#[cfg(target_arch = "wasm32")]
mod page {
    use js_sys::{Array, Function, Reflect, global, wasm_bindgen::JsValue};

    fn of_page(name: &str) -> JsValue {
        let of = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
        of(&of(&global(), "page"), name)
    }

    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        let flags = Array::from(&of_page("flags"));
        lexopt::Parser::from_args(flags.iter().filter_map(|flag| flag.as_string()))
    }

    /// A line for whoever watches.
    pub(crate) fn say(line: &str) {
        // Who does not listen is none of the program's business.
        drop(Function::from(of_page("say")).call1(&JsValue::UNDEFINED, &line.into()));
    }
}
