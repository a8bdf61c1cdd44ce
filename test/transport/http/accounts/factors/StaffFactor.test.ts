import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { UsersRepo } from "../../../../../src/ports/accounts/UsersRepo.ts"
import { Changes } from "../../../../../src/services/Changes.ts"
import { newAuthenticator } from "../../../../support/authenticator/Authenticator.ts"
import { movedClock } from "../../../../support/authenticator/MovedClock.ts"
import { community } from "../../../../support/Community.ts"
import type { Member } from "../../../../support/Given.ts"
import { join, send } from "../../../../support/Members.ts"
import { memoryAndDatabase, memoryOnly } from "../../../../support/Storage.ts"
import { at, eachOf, refused, refusedFor } from "../../../../support/Wire.ts"
import {
  addPasskey,
  assertion,
  codeOf,
  creationOptions,
  enableApp,
  passkeysPath,
  passwordOf,
  register,
  secondFactorPath,
  signInByPasskey,
  signInByPassword,
  tokenIn
} from "./Given.ts"

const { forward, layer: clock, nextStep } = movedClock()
const { layer: clockOfOff, ...off } = movedClock()

/** A member who has become one of the staff, this long ago. */
const joinAs = (role: "moderator" | "admin", ago: Partial<DateTime.DateTime.PartsForMath> = {}) =>
  Effect.gen(function* () {
    const member = yield* join()
    const staffSince = DateTime.subtract(yield* DateTime.now, ago)
    yield* (yield* UsersRepo).update(member.user.id, { role: Option.some(role), staffSince })
    const id = member.user.id
    yield* (yield* Changes).append([{ kind: "user", id, userId: id }])
    return member
  })

/** Acts as a moderator, and as an admin. */
const moderate = ({ token }: Pick<Member, "token">) => send("GET", "/api/moderation/queue", { as: token })
const administer = ({ token }: Pick<Member, "token">) => send("GET", "/api/audit", { as: token })

const again = (member: Member) => Effect.map(signInByPassword(member), (answer) => ({ token: tokenIn(answer) }))

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(
    `${storage.name}: moderators and admins without a factor`,
    (it) => {
      it.effect(
        "have no powers from 14 days after the role on, also with a cached credential, and are told what to do",
        () =>
          Effect.gen(function* () {
            const admin = yield* joinAs("admin", { days: 13, hours: 23 })
            const mod = yield* joinAs("moderator", { days: 13, hours: 23 })
            const key = yield* admin.client.auth.createApiKey({ payload: { name: "full" } })
            const withKey = { token: key.key }
            strictEqual((yield* moderate(mod)).status, 200)
            for (const one of [admin, withKey]) strictEqual((yield* administer(one)).status, 200)
            yield* forward("61 minutes")
            refusedFor(yield* moderate(mod), 403, /your powers rest: add a passkey, or codes of an app/)
            for (const one of [admin, withKey]) refusedFor(yield* administer(one), 403, /settings\/security/)
            const post = yield* (yield* join()).client.posts.create({
              payload: { title: "a title", content: "a text" }
            })
            refusedFor(yield* send("DELETE", `/api/posts/${post.id}`, { as: admin.token }), 403, /powers rest/)
            strictEqual((yield* send("GET", `/api/users/${mod.user.id}`, { as: mod.token })).status, 200)
          })
      )

      it.effect("have their powers again right after they added a passkey, with every credential", () =>
        Effect.gen(function* () {
          const admin = yield* joinAs("admin", { days: 20 })
          const { key } = yield* admin.client.auth.createApiKey({ payload: { name: "full" } })
          const credentials = [admin, yield* again(admin), { token: key }]
          for (const one of credentials) refused(yield* administer(one), 403)
          strictEqual((yield* register(admin, newAuthenticator())).status, 201)
          for (const one of credentials) strictEqual((yield* administer(one)).status, 200)
        })
      )

      it.effect("have their powers again right after an app has shown its first code, and not before", () =>
        Effect.gen(function* () {
          const mod = yield* joinAs("moderator", { days: 14 })
          refused(yield* moderate(mod), 403)
          yield* send("POST", secondFactorPath, { as: mod.token })
          refused(yield* moderate(mod), 403)
          yield* enableApp(mod)
          strictEqual((yield* moderate(mod)).status, 200)
        })
      )

      it.effect("cannot remove their last factor, which is 409, nor both of two at once", () =>
        Effect.gen(function* () {
          yield* nextStep
          const [admin, device] = [yield* joinAs("admin"), newAuthenticator()]
          const passkey = `${passkeysPath}/${at((yield* register(admin, device)).body, "id")}`
          refusedFor(yield* send("DELETE", passkey, { as: admin.token }), 409, /your only one: add another one/)
          const { recoveryCodes } = yield* enableApp(admin)
          const both = yield* Effect.all(
            [
              send("DELETE", passkey, { as: admin.token }),
              send("DELETE", secondFactorPath, { as: admin.token, body: { code: recoveryCodes[0] } })
            ],
            { concurrency: "unbounded" }
          )
          deepStrictEqual(both.map(({ status }) => status).sort(), [200, 409])
        })
      )

      it.effect("keep their only app after a code that its refused removal did not use up", () =>
        Effect.gen(function* () {
          yield* nextStep
          const mod = yield* joinAs("moderator")
          const { recoveryCodes, secret } = yield* enableApp(mod)
          yield* nextStep
          for (const code of [yield* codeOf(secret), recoveryCodes[0]]) {
            const removed = yield* send("DELETE", secondFactorPath, { as: mod.token, body: { code } })
            refusedFor(removed, 409, /only one/)
          }
          for (const code of [yield* codeOf(secret), recoveryCodes[0]]) {
            strictEqual((yield* signInByPassword(mod, { code })).status, 200)
          }
        })
      )
    }
  )
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, {}, clock), { excludeTestServices: true })(
    `${storage.name}: members who become staff`,
    (it) => {
      it.effect("have 14 days from the change of the role on, also after they were staff before", () =>
        Effect.gen(function* () {
          const [admin, maria] = [yield* joinAs("admin"), yield* join()]
          yield* register(admin, newAuthenticator())
          const device = newAuthenticator()
          yield* addPasskey(admin, device.makeRegistration(yield* creationOptions(admin)))
          const give = (role: string) =>
            Effect.gen(function* () {
              const as = tokenIn(yield* signInByPasskey(yield* assertion(device)))
              strictEqual((yield* send("PATCH", `/api/users/${maria.user.id}`, { as, body: { role } })).status, 200)
            })
          yield* forward("20 days")
          yield* give("moderator")
          strictEqual((yield* moderate(yield* again(maria))).status, 200)
          yield* forward("13 days")
          yield* give("admin")
          strictEqual((yield* administer(yield* again(maria))).status, 200)
          yield* forward("25 hours")
          refusedFor(yield* administer(yield* again(maria)), 403, /powers rest/)
          yield* give("user")
          refused(yield* moderate(yield* again(maria)), 403)
          yield* give("moderator")
          strictEqual((yield* moderate(yield* again(maria))).status, 200)
        })
      )

      it.effect("who have no powers left cannot give themselves the role anew", () =>
        Effect.gen(function* () {
          const admin = yield* joinAs("admin", { days: 15 })
          const body = { role: "admin" }
          refused(yield* send("PATCH", `/api/users/${admin.user.id}`, { as: admin.token, body }), 403)
          refused(yield* administer(admin), 403)
        })
      )

      it.effect("as any other member may remove their last factor once they are staff no more", () =>
        Effect.gen(function* () {
          const mod = yield* joinAs("moderator")
          const passkey = `${passkeysPath}/${at((yield* register(mod, newAuthenticator())).body, "id")}`
          yield* (yield* UsersRepo).update(mod.user.id, { role: Option.some("user") })
          strictEqual((yield* send("DELETE", passkey, { as: mod.token })).status, 200)
        })
      )
    }
  )

  layer(community(storage.layer, { STAFF_SECOND_FACTOR: "off" }, clockOfOff), { excludeTestServices: true })(
    `${storage.name}: STAFF_SECOND_FACTOR=off`,
    (it) => {
      it.effect("lets staff act without a factor at any time, and remove the last one", () =>
        Effect.gen(function* () {
          const admin = yield* joinAs("admin", { days: 400 })
          strictEqual((yield* administer(admin)).status, 200)
          yield* off.forward("20 days")
          const { token } = yield* again(admin)
          strictEqual((yield* administer({ token })).status, 200)
          yield* register({ token }, newAuthenticator())
          const [id] = eachOf(yield* send("GET", passkeysPath, { as: token }))
          const body = { password: passwordOf(admin) }
          strictEqual((yield* send("DELETE", `${passkeysPath}/${id}`, { as: token, body })).status, 200)
          strictEqual((yield* administer({ token })).status, 200)
        })
      )
    }
  )
}
