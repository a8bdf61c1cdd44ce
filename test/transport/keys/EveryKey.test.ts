import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Option, Struct } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { SessionsOnly } from "../../../src/api/Access.ts"
import { calls } from "../../support/Calls.ts"
import { community } from "../../support/Community.ts"
import { endpoints } from "../../support/Endpoints.ts"
import { callers, memberOf, People } from "../../support/People.ts"
import { ask, isFailure } from "../../support/Raw.ts"
import { type Call, methodOf, sent } from "../../support/rows/ModerationCalls.ts"
import { demanding } from "../http/accounts/factors/StepUpRows.ts"

const table = Struct.entries(calls)

/** The number of a caller's status in the table. */
const [other, owner] = [callers.indexOf("other"), callers.indexOf("user")]

const needSession = new Set(
  endpoints.flatMap(({ annotations, name }) =>
    Option.isSome(Context.getOption(annotations, SessionsOnly)) ? [name] : []
  )
)

/** Endpoints that demand a proof of a key (`StepUpMatrix.test.ts`). */
const needProof = new Set(Object.keys(demanding).map((row) => row.split(" ", 2).join(" ")))

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "An API key at every endpoint",
  (it) => {
    for (const [caller, number] of [
      ["user", owner],
      ["admin", callers.indexOf("admin")]
    ] as const) {
      it.effect(`is answered as the session of its ${caller}, but where a session or a proof is needed`, () =>
        Effect.gen(function* () {
          const { client } = yield* memberOf(caller)
          const { key: as } = yield* client.auth.createApiKey({ payload: { name: "script" } })
          for (const [name, { call, expected }] of table) {
            const right: Call = yield* call(caller)
            // A session of MCP is that of its credential.
            if (right.as !== undefined || name === "DELETE /api/mcp") continue
            const { status } = yield* ask(methodOf(name), right.path, { ...sent(right), as })
            const isRefused = needSession.has(name) || (needProof.has(name) && status === 403)
            strictEqual(status, isRefused ? 403 : expected[number], name)
          }
        })
      )
    }

    it.effect("of an agent is answered as members are, who are refused what moderators and admins may do", () =>
      Effect.gen(function* () {
        for (const role of ["moderator", "admin"] as const) {
          const { client } = yield* memberOf(role)
          const { key: as } = yield* client.auth.createApiKey({ payload: { name: "agent", agent: true } })
          for (const [name, { call, expected }] of table) {
            if (expected[other] !== 403 || expected[callers.indexOf(role)] === 403) continue
            const right: Call = yield* call("other")
            const answer = yield* ask(methodOf(name), right.path, { ...sent(right), as })
            strictEqual(answer.status, 403, `${name} as the agent of ${role}`)
            assertTrue(isFailure(answer).includes("agent's API key cannot act as a moderator or an admin"), name)
          }
        }
      })
    )
  }
)
