// Writes hard-cases.jsonl: documents whose canonical text is easy to get wrong, and what JavaScript
// itself makes of them. Run with `node tests/digest/hard-cases.mjs` after adding a case.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const result = Object.create(null); // So that `__proto__` is a key like any other.
  for (const key of Object.keys(value).sort()) result[key] = sorted(value[key]);
  return result;
};

export const canonical = (text) => JSON.stringify(sorted(JSON.parse(text)));

const numbers = [
  "0", "-0", "-0.0", "0e5", "1.0", "1e0", "10e-1", "100", "1e2", "1E+2", "-1", "-1.50",
  "1e20", "1e21", "1e22", "-1e21", "123456789012345680000", "123456789012345678901234567890",
  "100000000000000000000", "999999999999999900000", "999999999999999999999", "1e-6", "1e-7", "0.000001", "0.0000001",
  "1.5e-7", "0.00000123", "1.2e-10", "5e-324", "4.9e-324", "2e-324", "1e-400", "2.2250738585072014e-308",
  "2.225073858507201e-308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "1e400",
  "9007199254740991", "9007199254740992", "9007199254740993", "18446744073709551616", "9223372036854775807",
  "0.1", "0.2", "0.30000000000000004", "0.1e-20", "3.14159265358979323846", "1.0000000000000002",
  "5e-7", "4.35", "4.349999999999999999", "2.5e15", "123e-20", "1e23", "9.5e-7", "1.2345678901234567e21",
  "3e-5", "65536.0", "8.41e21", "2.0919495182368195e19", "7e-10", "9.999999999999999e22", "5.0e-1",
];
const strings = [
  '""', '"/"', '"\\/"', '"\\u002f"', '"\\"\\\\"', '"\\b\\f\\n\\r\\t"', '"\\u0008\\u000c\\u000a\\u000d\\u0009"',
  '"\\u0000\\u0001\\u000b\\u000e\\u001f"', '"\\u001F\\u007f\\u0080\\u009f"', '"\x7f\x80\x9f"', '"\u2028\u2029\ufeff"',
  '"\\u2028\\u2029\\uFEFF"', '"é\\u00e9\\u00E9"', '"😀\\ud83d\\ude00\\uD83D\\uDE00"', '"\\ud800"', '"\\uDFFF"',
  '"\\udc00\\ud800"', '"\\ud800\\ud800\\udc00"', '"\\ud83dx\\ude00"', '"\\uDBFF\\uDFFF"', '"\\ud800\\n"', '"\\\\ud800"',
  '"\\uffff\\ufffe\ufffd"', '"<script>&\'</script>"',
];
const objects = [
  "{}", "[]", '{"a":{},"b":[]}', '[[],{},[[]],""]', '{"b":1,"a":2}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}',
  '{"a":{"x":1},"b":2,"a":{"y":1}}', '{"a":1,"b":2,"a":null}', '{"10":1,"9":2,"1":3,"0":4,"a":5}',
  '{"b":0,"2":1,"a":0,"10":2,"01":3,"-1":4,"1.0":5,"1e1":6,"+1":7," 1":8}',
  '{"4294967294":1,"4294967295":2,"4294967296":3,"4294967293":4,"99999999999999999999":5,"5":6}',
  '{"00":1,"0":2,"":3,"-":4,"-0":5,"0x1":6,"１":7}', '{"\\u0031":1,"2":2,"1":3}',
  '{"__proto__":{"a":1},"a":2}', '{"__proto__":null,"constructor":1,"toString":2,"__defineGetter__":3}',
  '{"a":{"__proto__":[1],"0":0,"__proto__":[2]}}', '{"\uffff":1,"😀":2,"\ue000":3}', '{"\\ud83d":1,"\\ud83d\\ude00":2,"\\ud83e":3,"\\ude00":4}',
  '{"\\ud800":1,"\\udfff":2,"\ufffd":3,"a":4}', '{"\\ud800":1,"\\ud800":2}', '{"Z":1,"a":2,"_":3,"é":4,"A":5}', '{"a":1,"ab":2,"a\\u0000":3,"A":4,"aa":5}',
  '{"toJSON":1,"length":2}', '{"a\\"b":1,"a\\\\b":2,"a\\nb":3}', ' \n\r\t{ "a" : [ 1 , 2 ] } \n', '{"x":[1e400,-1e400,-0,null,true,false]}',
];

const documents = [...objects.filter((text) => text.trim().startsWith("{")), ...[...objects, ...numbers, ...strings].map((text) => `{"value":${text.trim()}}`)];
const line = (text) => {
  const result = canonical(text);
  return JSON.stringify({ text, canonical: result, hash: createHash("sha256").update(result).digest("hex") });
};
writeFileSync(new URL("hard-cases.jsonl", import.meta.url), documents.map((text) => `${line(text)}\n`).join(""));
