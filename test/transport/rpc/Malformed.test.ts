import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel, Predicate, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { Statistics } from "../../../src/services/Statistics.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { type Answer, ask, isFailure } from "../../support/Raw.ts"
import { at, isTime } from "../../support/Wire.ts"

const ndjson = { "content-type": "application/ndjson" }

/** A body on the wire of `/api/rpc`. */
const post = (as: Redacted.Redacted, body: string) => ask("POST", "/api/rpc", { as, body, headers: ndjson })

const lines = ({ text }: Answer): ReadonlyArray<unknown> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const call = (tag: unknown, payload: unknown, more: object = {}) =>
  JSON.stringify({ _tag: "Request", id: "1", tag, payload, headers: [], ...more })

/** Texts of JavaScript errors and of the schema library, which clients must not see. */
const engineText =
  /Cannot |Unexpected|is not (?!valid JSON|an RPC)|undefined|SyntaxError|TypeError|BigInt|readonly|Struct|at \w+ \(|Expected/

/** The one failure of a call. */
const failureOf = (answer: Answer) => {
  const [line, ...others] = lines(answer)
  deepStrictEqual([answer.status, others], [200, []])
  deepStrictEqual(at(line, "_tag"), "Exit")
  deepStrictEqual([at(line, "exit", "_tag"), at(line, "exit", "cause", "_tag")], ["Failure", "Fail"])
  const error = at(line, "exit", "cause", "error")
  const text = at(error, "message")
  strictEqual(at(error, "_tag"), "BadRequest")
  assertTrue(Predicate.isString(text) && text !== "" && !engineText.test(text), String(text))
  return { id: at(line, "requestId"), text: String(text) }
}

const named: ReadonlyArray<readonly [body: string, says: RegExp]> = [
  [call("drop_tables", {}), /^there is no procedure drop_tables$/],
  [call("__proto__", {}), /^there is no procedure __proto__$/],
  [call("constructor", {}), /^there is no procedure constructor$/],
  [call("x".repeat(100_000), {}), /^there is no procedure x{100}$/],
  [call(undefined, {}), /^tag must name a procedure$/],
  [call(7, {}), /^tag must name a procedure$/],
  [call("get_post", undefined), /JSON object|missing/],
  [call("get_post", null), /JSON object/],
  [call("get_post", []), /./],
  [call("get_post", {}), /^postId is missing$/],
  [call("get_post", { postId: "one" }), /^postId must be a number$/],
  [call("list_posts", { sort: { a: [[{}]] } }), /^sort must be/],
  [call("list_posts", JSON.parse('{"__proto__":{"sort":"age"},"sort":"age"}')), /^sort must be/],
  [call("follow_notifications", { after: -1 }), /^after/],
  [call("list_posts", {}, { _tag: "Interrupt", requestId: "1" }), /^_tag must be Request$/],
  [call("list_posts", {}, { _tag: "toString" }), /^_tag must be Request$/],
  [call("list_posts", {}, { _tag: undefined }), /^_tag must be Request$/]
]

const unnamed = [
  "{",
  "nonsense",
  "null",
  "7",
  '"a text"',
  "[]",
  "[[[[{}]]]]",
  `[${call("list_posts", {})}]`,
  "{}",
  '{"_tag":"Request"}',
  call("list_posts", {}, { id: undefined }),
  call("list_posts", {}, { id: null }),
  call("list_posts", {}, { id: 1 }),
  call("list_posts", {}, { id: "" }),
  call("list_posts", {}, { id: "abc" }),
  call("list_posts", {}, { id: "-1" }),
  call("list_posts", {}, { id: "0x10" }),
  call("list_posts", {}, { id: "__proto__" }),
  call("list_posts", {}, { id: ["1"] }),
  call("list_posts", {}, { id: "9".repeat(100_000) }),
  `${call("list_posts", {})}\n{`,
  `${call("list_posts", {})}\n${call("get_notifications", {})}`,
  "",
  "\n\n"
]

layer(community(Memory.layer), { excludeTestServices: true })("RPC", (it) => {
  it.scoped("answers a malformed call that has an id with a failure of that id, without texts of the library", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const [body, says] of named) {
        const { id, text } = failureOf(yield* post(token, `${body}\n`))
        strictEqual(id, "1")
        assertTrue(says.test(text), `${body.slice(0, 80)}: ${text}`)
      }
    })
  )

  it.scoped("refuses a body with a message without an id of its own with 400, and makes no call of it", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      for (const body of unnamed) {
        const answer = yield* post(token, body)
        strictEqual(answer.status, 400, body.slice(0, 80))
        const text = String(isFailure(answer, body.slice(0, 80)))
        assertTrue(!engineText.test(text) && text.length < 200, text)
      }
    })
  )

  it.scoped(
    "makes the well-formed calls beside a malformed one, and accepts a last line without its end, and any headers",
    () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const bodies = [
          call("get_post", {}, { id: "7" }),
          call("get_community_stats", {}, { id: "8", headers: 5 }),
          call("get_community_stats", {}, { id: "12345678901234567890123456789", headers: [["authorization"], null] })
        ]
        const answers = lines(yield* post(token, bodies.join("\n")))
        deepStrictEqual(answers.map((answer) => `${at(answer, "requestId")} ${at(answer, "exit", "_tag")}`).sort(), [
          "12345678901234567890123456789 Success",
          "7 Failure",
          "8 Success"
        ])
        assertTrue(answers.some((answer) => isTime(at(answer, "exit", "value", "generatedAt"))))
      })
  )
})

const logLines: Array<string> = []

const logged = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.jsonLogger, (line) => void logLines.push(line))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

/** Statistics that fail as only a mistake in a program does. */
const mistake = Effect.die(new TypeError("Cannot read properties of undefined (reading 'secret')"))
const broken = Layer.succeed(Statistics, Statistics.of({ now: mistake, weeks: mistake }))

layer(community(Memory.layer, { RATE_LIMIT_READ: "2" }, logged, Layer.merge(broken)), { excludeTestServices: true })(
  "RPC with a limit and a failing tool",
  (it) => {
    it.scoped("takes the credential from the HTTP header, and none from the headers of a message", () =>
      Effect.gen(function* () {
        const [maria, eve] = [yield* join(), yield* join()]
        const headers = [
          ["authorization", `Bearer ${Redacted.value(maria.token)}`],
          ["Authorization", `Bearer ${Redacted.value(maria.token)}`]
        ]
        const create = call("create_post", { title: "Whose?", content: "Eve's" }, { headers })
        logLines.length = 0
        const answer = yield* post(eve.token, `${create}\n`)
        strictEqual(at(lines(answer)[0], "exit", "value", "author", "id"), eve.user.id)
        const users = logLines.map((line): unknown => JSON.parse(line)).map((line) => at(line, "annotations", "user"))
        assertTrue(users.includes(eve.user.id) && !users.includes(maria.user.id), logLines.join("\n"))
        strictEqual((yield* ask("POST", "/api/rpc", { body: `${create}\n`, headers: ndjson })).status, 401)
        // A guess inside a message is looked up nowhere: the call is made as the member of the header.
        const guess = call("get_notifications", {}, { headers: [["authorization", "Bearer guess"]] })
        strictEqual(at(lines(yield* post(eve.token, `${guess}\n`))[0], "exit", "_tag"), "Success")
      })
    )

    it.scoped("answers a defect as an internal error of its call alone, and logs its cause", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        logLines.length = 0
        const body = [call("get_community_stats", {}), call("get_notifications", {}, { id: "2" })].join("\n")
        const answer = yield* post(token, body)
        assertTrue(!answer.text.includes("Cannot") && !answer.text.includes("TypeError"), answer.text)
        const byId = new Map(lines(answer).map((line) => [at(line, "requestId"), at(line, "exit")]))
        deepStrictEqual(at(byId.get("1"), "cause"), { _tag: "Die", defect: "internal error" })
        strictEqual(at(byId.get("2"), "_tag"), "Success")
        assertTrue(logLines.some((line) => line.includes("Cannot read properties")))
      })
    )
  }
)
