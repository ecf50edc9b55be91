// Prints the hash of the mathematics under Node.js: node tests/mathematics/node.mjs PROGRAM.wasm

import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
console.log(`0x${BigInt.asUintN(64, instance.exports.hash()).toString(16).padStart(16, "0")}`);
