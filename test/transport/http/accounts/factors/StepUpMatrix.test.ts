import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, Effect, type Redacted } from "effect"
import { it as plain } from "vitest"
import { CommunityTools } from "../../../../../src/api/tools/CommunityTools.ts"
import { ToolMetadata } from "../../../../../src/api/tools/Tool.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { community } from "../../../../support/Community.ts"
import { endpoints } from "../../../../support/Endpoints.ts"
import { account, type Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryOnly } from "../../../../support/Storage.ts"
import { type Answer, refused, refusedFor } from "../../../../support/Wire.ts"
import { assertion, passwordOf, register, secondFactorPath, stored } from "./Given.ts"
import { demanding, givingNothing, makeScene, others, type Row, toolsGivingNothing } from "./StepUpRows.ts"

/** The endpoint of a row: some have two rows, for two fields. */
const endpointOf = (row: string) => row.split(" ", 2).join(" ")

plain("Every write of the API gives nothing, or is in the matrix of step-up, or says why it demands nothing", () => {
  const writes = endpoints.filter(({ endpoint }) => endpoint.method !== "GET").map(({ name }) => name)
  const rows = new Set(Object.keys(demanding).map(endpointOf))
  deepStrictEqual([...rows, ...Object.keys(others), ...givingNothing].sort(), writes.sort())
})

plain("Every tool that writes gives nobody more than they had", () => {
  const writing = Array.fromIterable(CommunityTools.requests.values()).filter(
    ({ annotations }) => !Context.unsafeGet(annotations, ToolMetadata).readOnly
  )
  deepStrictEqual(writing.map(({ _tag }) => _tag).sort(), [...toolsGivingNothing].sort())
})

const call = ({ body = {}, method, path }: Row, as: Redacted.Redacted, proof: object = {}) =>
  send(method, path, { as, body: { ...body, ...proof } })

const withoutSessions = ({ user }: Member) => Effect.map(stored({ user }), ({ sessions: _, ...kept }) => kept)

const isDone = ({ body, status }: Answer) => strictEqual(Math.floor(status / 100), 2, JSON.stringify(body))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: step-up`, (it) => {
    for (const [name, row] of Object.entries(demanding)) {
      it.effect(`${name} demands a proof of a session that is over five minutes old, and refuses a wrong one`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const { device, maria, old } = scene
          const { password = "password", without, ...request } = row(scene)
          const made: Row = { ...request, without }
          const before = yield* withoutSessions(maria)
          refused(yield* call(made, old), without)
          refused(yield* call(made, old, { [password]: `${passwordOf(maria)}!` }), 403)
          refused(yield* call(made, old, { passkey: yield* assertion(newAuthenticator()) }), 403)
          refused(yield* call(made, old, { passkey: yield* assertion(device, { isVerified: false }) }), 403)
          const [other, ofOther] = [yield* join(), newAuthenticator()]
          yield* register(other, ofOther)
          refused(yield* call(made, old, { passkey: yield* assertion(ofOther) }), 403)
          deepStrictEqual(yield* withoutSessions(maria), before)
          isDone(yield* call(made, old, { [password]: passwordOf(maria) }))
        })
      )

      it.effect(`${name} takes a passkey in place of the password, and each assertion once`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const passkey = yield* assertion(scene.device)
          const spent = yield* send("POST", secondFactorPath, { as: scene.old, body: { passkey } })
          strictEqual(spent.status, 200)
          refused(yield* call(row(scene), scene.old, { passkey }), 403)
          isDone(yield* call(row(scene), scene.old, { passkey: yield* assertion(scene.device) }))
        })
      )

      it.effect(`${name} with an API key is never done without a proof`, () =>
        Effect.gen(function* () {
          const scene = yield* makeScene
          const { password = "password", without, withKey } = row(scene)
          refused(yield* call(row(scene), scene.key), without)
          const proof = { [password]: passwordOf(scene.maria) }
          const answer = yield* call(row(scene), scene.key, proof)
          if (withKey === 403) refused(answer, 403)
          else isDone(answer)
        })
      )
    }

    it.effect("a sign-in of the last five minutes needs no proof where the schema demands none, but no wrong one", () =>
      Effect.gen(function* () {
        for (const [, row] of Object.entries(demanding)) {
          const scene = yield* makeScene
          const made = row(scene)
          if (made.without === 400) continue
          refused(yield* call(made, scene.maria.token, { password: "another password" }), 403)
          isDone(yield* call(made, scene.maria.token))
        }
      })
    )

    it.effect("POST /api/auth/register gives a staff role by the fresh session of an admin only, and by no key", () =>
      Effect.gen(function* () {
        const { key, maria, old } = yield* makeScene
        const path = "/api/auth/register"
        for (const role of ["moderator", "admin"]) {
          const body = account({ role })
          refusedFor(yield* send("POST", path, { as: old, body }), 403, /signed in more than five minutes ago/)
          refusedFor(yield* send("POST", path, { as: key, body }), 403, /an API key can make nobody an admin/)
          isDone(yield* send("POST", path, { as: maria.token, body }))
        }
        isDone(yield* send("POST", path, { as: old, body: account({ role: "expert" }) }))
      })
    )

    it.effect("PATCH /api/community asks for no proof where nobody reads more or less than before", () =>
      Effect.gen(function* () {
        const { agentsReadMembers, old } = yield* makeScene
        isDone(yield* send("PATCH", "/api/community", { as: old, body: { agentsReadMembers, reviewFirstPosts: 0 } }))
      })
    )

    it.effect("thirty wrong passwords do not keep the member out at an address of theirs", () =>
      Effect.gen(function* () {
        const { maria, old } = yield* makeScene
        const wrong = send("POST", secondFactorPath, { as: old, body: { password: "another password" } })
        for (const { status } of yield* Effect.all(Array.replicate(wrong, 30))) strictEqual(status, 403)
        const right = { as: old, body: { password: passwordOf(maria) } }
        strictEqual((yield* send("POST", secondFactorPath, right)).status, 200) // from an address that is known
      })
    )
  })
}
