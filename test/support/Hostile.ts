import { assertTrue } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { type Answer, isFailure, json, member } from "./Raw.ts"
import { recordOf } from "./Wire.ts"

/** Text that has broken servers before. */
export const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff x",
  "\uffff",
  "\u202e\u2066",
  "🧬",
  "'",
  '"; --',
  "'; DROP TABLE users; --",
  "1 OR 1=1",
  "%' UNION ALL --",
  "%",
  "_",
  "\\",
  "* & | ! ( ) : <-> ''",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "#{7*7}{{7*7}}",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "<script>alert(1)</script>",
  "0",
  "-1",
  "-0",
  "+1",
  "01",
  "1.5",
  "1e3",
  "1e400",
  "0x10",
  "2147483647",
  "2147483648",
  "9007199254740993",
  "999999999999999999999999",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "1,2",
  "ORPHA:558",
  "ORPHA:999999999999999999999999",
  "2026-13-45T99:99:99Z",
  "a".repeat(101),
  "a".repeat(5000),
  "é́".repeat(300)
]

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 40 }))

/** JSON of any form, as text, since no value is 1e400 and no object has a member twice. */
const jsonValue = fc.oneof(
  fc.constantFrom("null", "true", "[]", "{}", "1e400", "-1e400", "1e-400", "-0", "0.1", "-1", "2147483648", "1e21"),
  fc.constantFrom('"\\ud800"', '"\\u0000"', "[[[[1]]]]", '{"__proto__":{"role":"admin"}}', '{"length":1e9}'),
  fc.constantFrom("[".repeat(64) + "]".repeat(64), '[null,{},"1",-1,1e99]'),
  fc.integer().map(String),
  fc.double().map((number) => JSON.stringify(number)),
  text.map((value) => JSON.stringify(value)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value))
)

/** Every member that any body is read for, and some that none is. */
const memberNames = [
  ...["title", "content", "category", "diseaseId", "username", "email", "password", "role", "bio", "diseaseIds"],
  ...["name", "key", "id", "notificationIds", "__proto__", "constructor", "toString", "length", ""]
]

const jsonObject = fc
  .array(fc.tuple(fc.constantFrom(...memberNames), jsonValue), { maxLength: 8 })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`)

const malformed = fc.constantFrom(
  ...["", " ", "{", "}", '{"title":', '{"a":1,}', "{'a':1}", "\ufeff{}", "{}{}", "NaN", "undefined", "<a/>", "a=b&c=d"],
  ...['"', "[".repeat(70) + "]".repeat(70), "[".repeat(100_000), '{"a":'.repeat(70) + "1" + "}".repeat(70)]
)

const bytes = fc.uint8Array({ maxLength: 60 })

export const hostileBody: fc.Arbitrary<string | Uint8Array | undefined> = fc.oneof(
  { weight: 5, arbitrary: jsonObject },
  { weight: 2, arbitrary: jsonValue },
  { weight: 2, arbitrary: malformed },
  { weight: 1, arbitrary: bytes },
  { weight: 1, arbitrary: fc.constant(undefined) }
)

/** As many characters of a text as a path may have, encoded; some are not valid in a path. */
const encoded = (value: string) => encodeURIComponent(value.toWellFormed())

const pathPart = fc.oneof(
  text.map((value) => encoded(value) || "%00"),
  fc.constantFrom("%", "%zz", "%00", "%c3%28", "%ed%a0%80", "%2e%2e%2f", "1%0a", ";a=b", "1;drop", "1/", "1//", "%31")
)

const queryNames = [
  ...["page", "limit", "offset", "search", "category", "categories", "diseaseId", "sort", "role", "unreadOnly"],
  ...["cursor", "includeDescendants", "apiKey", "token", "__proto__", "constructor", "toString", "page[]", "", "a"]
]

const query = fc
  .array(fc.tuple(fc.constantFrom(...queryNames), fc.oneof(text.map(encoded), fc.constantFrom("%", "%zz", "%00"))), {
    maxLength: 5
  })
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${value}`).join("&"))

/** Values of headers: no control characters, one byte each. */
const headerText = fc.oneof(
  text.map((value) => value.replace(/[^\t\x20-\x7e\xa0-\xff]/g, "")),
  fc.constantFrom("", ",", ";", "a=b; c", '"', "W/", "*", "*/*", "bytes=0-9999999999", "a".repeat(4000))
)

const contentTypes = [
  ...["application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded"],
  ...["multipart/form-data", "multipart/form-data; boundary=", "application/xml", "application/json; charset=utf-16"],
  ...["APPLICATION/JSON", "application/vnd.api+json", ";", "/", "application/msgpack", "x".repeat(300)]
]

const headers = fc.record(
  {
    authorization: headerText,
    "content-type": fc.oneof(fc.constantFrom(...contentTypes), headerText),
    "content-encoding": fc.constantFrom("gzip", "br", "identity", "deflate, gzip", "nonsense"),
    accept: headerText,
    "accept-encoding": headerText,
    "if-none-match": headerText,
    "if-modified-since": headerText,
    "idempotency-key": headerText,
    "last-event-id": headerText,
    "x-forwarded-for": headerText,
    "x-forwarded-host": headerText,
    forwarded: headerText,
    origin: headerText,
    cookie: headerText,
    range: headerText,
    traceparent: headerText,
    b3: headerText,
    "access-control-request-method": headerText,
    "x-http-method-override": fc.constantFrom("DELETE", "\t")
  },
  { requiredKeys: [] }
)

/** Requests of a path such as `/api/posts/:id` with something hostile in each part. */
export const hostileRequest = (path: string) =>
  fc.record({
    path: fc
      .tuple(fc.oneof(fc.constant("1"), pathPart), query)
      .map(([part, query]) => `${path.replace(":id", part)}${query === "" ? "" : `?${query}`}`),
    headers,
    body: hostileBody,
    chunked: fc.boolean()
  })

/** Texts that no response may hold: SQL, stacks, paths, libraries. */
const leak =
  /\bselect\b|\binsert into\b|syntax error|postgres|pglite|sqlstate|violates|relation "|node_modules|\.tsx?\b|\bat \S+ \(|\/work\/|file:\/\/|ParseError|SqlError|RequestError|Expected property name|in JSON at|Unexpected token|TypeError|RangeError/i

/** That a request was answered as one that cannot hurt: below 500, and a failure in the form of the contract. */
export const isHarmless = (answer: Answer, context: string): void => {
  const said = `${context} ${answer.status} ${answer.text.slice(0, 300)}`
  assertTrue(answer.status >= 200 && answer.status < 500, said)
  assertTrue(/^[0-9a-f-]{36}$/.test(String(answer.headers["x-request-id"])), `no request id: ${said}`)
  if (answer.status < 400) return
  // A malformed message of MCP is an error of JSON-RPC; all else is one of ours (contract, MCP).
  const error =
    context.startsWith("POST /api/mcp") && "jsonrpc" in recordOf(json(answer))
      ? String(member(answer, "error", "message"))
      : isFailure(answer, context)
  assertTrue(!leak.test(error), `reveals too much: ${said}`)
  assertTrue(error.length < 2000, `is too long: ${said}`)
}
