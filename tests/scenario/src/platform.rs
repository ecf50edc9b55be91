//! The program's flags and output: in a native program, in a browser's page, and under Node.js.
//!
//! In a page and under Node.js a global object `page` replaces the command line, as for the scenes: `page.flags` has the flags, and the
//! function `page.say` takes each line of output.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::*;
#[cfg(target_arch = "wasm32")]
pub(crate) use page::*;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    /// Returns a parser of the program's flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        lexopt::Parser::from_env()
    }

    /// Prints a line.
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

    /// Returns a parser of the program's flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        let flags = Array::from(&of_page("flags"));
        lexopt::Parser::from_args(flags.iter().filter_map(|flag| flag.as_string()))
    }

    /// Prints a line.
    pub(crate) fn say(line: &str) {
        // If the page throws an error, the program continues.
        drop(Function::from(of_page("say")).call1(&JsValue::UNDEFINED, &line.into()));
    }
}
