import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { newDevice } from "../../../support/push/PushDevice.ts"
import { type Delivered, pushService } from "../../../support/push/PushService.ts"
import { someDevice } from "../../../support/rows/World.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { until } from "../../../support/Waiting.ts"
import { at, listAt } from "../../../support/Wire.ts"
import { report } from "../moderation/Given.ts"

const subscribe = ({ token }: Pick<Member, "token">, body: unknown) =>
  send("POST", "/api/push/subscriptions", { as: token, body })

const state = ({ token }: Pick<Member, "token">) =>
  Effect.map(send("GET", "/api/push", { as: token }), ({ body }) => body)

const devicesOf = (member: Pick<Member, "token">) => Effect.map(state(member), (body) => listAt(body, "subscriptions"))

/** A device at a name that nothing can be sent to. */
const elsewhere = someDevice

const nothing: Partial<Delivered> = {}

const variables = { OUTGOING_PRIVATE: "on", CONTACT: "help@community.example" }

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer, variables), { excludeTestServices: true })(`${storage.name}: push`, (it) => {
    it.scoped(
      "a device is told kinds and numbers in the member's language, encrypted for it, and no word of anybody",
      () =>
        Effect.gen(function* () {
          const service = yield* pushService
          const [maria, bob] = [yield* join(), yield* join()]
          const { delivered, subscription } = service.device()
          yield* send("PATCH", "/api/users/me/settings", { as: maria.token, body: { language: "fr" } })
          strictEqual((yield* subscribe(maria, subscription)).status, 201)
          const post = yield* publish(maria, { title: "canary title", content: "canary text" })
          yield* answer(bob, post.id, "canary words")
          yield* until(Effect.sync(() => delivered.length === 1))
          const [{ headers, shown } = nothing] = delivered
          const { navigate, ...words } = shown?.notification ?? { navigate: "" }
          deepStrictEqual(words, { title: "1\u00a0nouvelle réponse", body: "Ouvrir pour lire.", lang: "fr" })
          strictEqual(shown?.web_push, 8030)
          assertTrue(navigate.endsWith("/notifications"))
          deepStrictEqual(
            [headers?.["content-encoding"], headers?.["ttl"], headers?.["urgency"]],
            ["aes128gcm", "86400", "normal"]
          )
          const { publicKey } = (yield* state(maria)) as { readonly publicKey: string }
          assertTrue(headers?.authorization?.endsWith(`, k=${publicKey}`))
          deepStrictEqual(
            (yield* devicesOf(maria)).map((one) => [at(one, "device"), at(one, "lastSentAt") !== null]),
            [["phone", true]]
          )
        })
    )

    it.scoped("danger alerts the devices of moderators and admins with high urgency, at once and once a case", () =>
      Effect.gen(function* () {
        const service = yield* pushService
        const [maria, bob, mod, admin] = [yield* join(), yield* join(), yield* joinModerator, yield* joinAdmin]
        const [ofMod, ofAdmin, ofMaria] = [service.device(), service.device(), service.device()]
        yield* subscribe(mod, ofMod.subscription)
        yield* subscribe(admin, ofAdmin.subscription)
        yield* subscribe(maria, ofMaria.subscription)
        const post = yield* publish(maria, { title: "canary title", content: "canary text" })
        const target = { type: "post", id: post.id } as const
        yield* report(bob.token, target, "danger")
        yield* report((yield* join()).token, target, "danger")
        yield* until(Effect.sync(() => ofMod.delivered.length === 1 && ofAdmin.delivered.length === 1))
        for (const { delivered } of [ofMod, ofAdmin]) {
          const [{ headers, shown } = nothing] = delivered
          strictEqual(headers?.["urgency"], "high")
          assertTrue(shown?.notification.navigate.endsWith("/moderation"))
          deepStrictEqual(shown?.notification.title, "Urgent: someone may be in danger")
          assertTrue(!JSON.stringify(shown).includes("canary") && !JSON.stringify(shown).includes(maria.user.username))
        }
        deepStrictEqual(ofMaria.delivered, [])
      })
    )

    it.effect("a known endpoint is 200 with the same id, another one 201, and an eleventh 409", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const first = elsewhere()
        const created = yield* subscribe(maria, first)
        const again = yield* subscribe(maria, { ...first, keys: newDevice().keys })
        deepStrictEqual([created.status, again.status], [201, 200])
        strictEqual(at(created.body, "id"), at(again.body, "id"))
        strictEqual(created.headers["location"], "/api/push")
        for (let more = 0; more < 9; more++) strictEqual((yield* subscribe(maria, elsewhere())).status, 201)
        strictEqual((yield* subscribe(maria, elsewhere())).status, 409)
        strictEqual((yield* subscribe(maria, first)).status, 200)
        strictEqual((yield* devicesOf(maria)).length, 10)
      })
    )

    it.effect("eleven devices at once: ten are stored", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const sent = yield* Effect.all(
          Array.makeBy(11, () => subscribe(maria, elsewhere())),
          { concurrency: "unbounded" }
        )
        deepStrictEqual(sent.map(({ status }) => status).sort(), [...Array.replicate(201, 10), 409])
      })
    )

    it.effect("an endpoint that is not https at a public address, and keys that are none, are 400", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { endpoint, keys } = elsewhere()
        const refused = [
          { endpoint: "http://93.184.216.34/1", keys },
          { endpoint: "https://10.0.0.1/1", keys },
          { endpoint: "https://user:password@93.184.216.34/1", keys },
          { endpoint: "no URL", keys },
          { endpoint: `https://push.invalid/${"x".repeat(2_000)}`, keys },
          { endpoint, keys: { ...keys, auth: keys.auth.slice(1) } },
          { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
          { endpoint, keys: { ...keys, p256dh: `${keys.p256dh.slice(0, -6)}AAAAAA` } },
          { endpoint },
          { endpoint, keys, device: " " }
        ]
        for (const body of refused) {
          const { status } = yield* subscribe(maria, body)
          strictEqual(status, 400, JSON.stringify(body).slice(0, 200))
        }
        deepStrictEqual(yield* devicesOf(maria), [])
      })
    )

    it.effect("a device ends with the session that subscribed it, and at a suspension", () =>
      Effect.gen(function* () {
        const [admin, maria, eve] = [yield* joinAdmin, yield* join(), yield* join()]
        for (const member of [maria, eve]) yield* subscribe(member, elsewhere())
        const again = ({ payload }: Member) =>
          Effect.map(
            send("POST", "/api/auth/login", { body: { email: payload.email, password: "correct horse battery" } }),
            ({ body }) => ({ token: Redacted.make(String(at(body, "token"))) })
          )
        const other = yield* again(maria)
        strictEqual((yield* devicesOf(other)).length, 1)
        yield* send("POST", "/api/auth/logout", { as: maria.token })
        deepStrictEqual(yield* devicesOf(other), [])
        const path = `/api/users/${eve.user.id}/suspension`
        strictEqual((yield* send("PUT", path, { as: admin.token, body: { reason: "spam" } })).status, 200)
        strictEqual((yield* send("DELETE", path, { as: admin.token })).status, 200)
        deepStrictEqual(yield* devicesOf(yield* again(eve)), [])
      })
    )
  })
}
