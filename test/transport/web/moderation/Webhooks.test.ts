import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Option } from "effect"
import { WebhookId } from "../../../../src/domain/Ids.ts"
import { shippedLanguages } from "../../../../src/domain/Language.ts"
import { WebhookEvent } from "../../../../src/domain/webhooks/Webhook.ts"
import { WebhooksRepo } from "../../../../src/ports/webhooks/WebhooksRepo.ts"
import { arrived, claimed } from "../../../contracts/webhooks/newWebhooks.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin } from "../../../support/Given.ts"
import { said } from "../../../support/languages/Said.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { until } from "../../../support/Waiting.ts"
import { cookieFor, invalidIn, open, seen, submit } from "../support/Browse.ts"

const path = "/admin/webhooks"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of webhooks", (it) => {
    it.effect(
      "adds one with the events that were ticked, shows its secret once, switches it off and on, removes it",
      () =>
        Effect.gen(function* () {
          const cookie = cookieFor(yield* joinAdmin)
          const url = "https://receiver.example/hook"
          const events = ["report.danger", "post.created"]
          const answer = yield* submit(path, { url, events }, { cookie })
          deepStrictEqual([answer.status, answer.headers["cache-control"]], [200, "no-store"])
          const [, secret = ""] = /<p class="secret">(whsec_[^<]+)<\/p>/.exec(answer.text) ?? []
          assertTrue(secret !== "" && answer.text.includes("You won’t see it again"))
          const list = (yield* open(path, { cookie })).text
          assertTrue(list.includes(url) && !list.includes(secret) && list.includes("None sent yet"))
          const [, form = ""] = /action="(\/webhooks\/\d+\/switch)"/.exec(list) ?? []
          const off = yield* submit(form, { enabled: "false" }, { cookie })
          deepStrictEqual([off.status, off.headers["location"]], [303, `${path}?done=saved`])
          assertTrue((yield* open(path, { cookie })).text.includes('<span class="badge unverified">Off</span>'))
          yield* submit(form, { enabled: "true" }, { cookie })
          assertTrue(!(yield* open(path, { cookie })).text.includes('<span class="badge unverified">Off</span>'))
          const audit = (yield* open("/admin/audit", { cookie: `${cookie}; lang=de` })).text
          const { off: isOff, on } = said("de").webhooks
          for (const words of [isOff, on])
            assertTrue(audit.includes(`<span>https://receiver.example · ${words}</span>`), audit)
          strictEqual((yield* submit(form.replace("switch", "delete"), {}, { cookie })).status, 303)
          assertTrue(!(yield* open(path, { cookie })).text.includes(url))
          strictEqual((yield* submit(form, { enabled: "true" }, { cookie })).status, 404)
        })
    )

    it.effect("marks what is wrong in the form, and keeps what was typed", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* joinAdmin)
        const wrong = yield* submit(path, { url: "receiver.example" }, { cookie })
        deepStrictEqual([wrong.status, invalidIn(wrong)], [400, ["url", ...WebhookEvent.literals.map(() => "events")]])
        assertTrue(wrong.text.includes('value="receiver.example"'))
        const inside = yield* submit(path, { url: "https://10.0.0.1/", events: ["news.created"] }, { cookie })
        deepStrictEqual([inside.status, invalidIn(inside)], [400, ["url"]])
        assertTrue(seen(inside.text).includes("an address on the public internet"))
        assertTrue(/value="news\.created" checked/.test(inside.text))
      })
    )

    it.effect(
      "says in each language what the receiver answered, since when it fails and when it was switched off",
      () =>
        Effect.gen(function* () {
          const admin = yield* joinAdmin
          const cookie = cookieFor(admin)
          const { all, settle } = yield* WebhooksRepo
          yield* submit(path, { url: "https://receiver.example/hook", events: ["member.joined"] }, { cookie })
          yield* join()
          // The name is not found: the sender says so.
          yield* until(Effect.map(all, (found) => found.some(({ last }) => Option.isSome(last))))
          assertTrue(seen((yield* open(path, { cookie })).text).includes("Failed: the address was not found"))
          const message = Option.getOrThrow(yield* claimed())
          const failingSince = Option.some(DateTime.unsafeMake("2026-03-01T10:00:00.000Z"))
          yield* settle(message, arrived({ status: Option.some(500), isDelivered: false, isOver: true, failingSince }))
          for (const language of shippedLanguages) {
            const { text } = yield* open(`${path}?lang=${language}`, { cookie })
            const words = said(language).webhooks
            for (const sentence of [
              words.answered({ status: 500 }),
              words.failingSince,
              words.switchedOff,
              words.switchOn,
              words.off
            ]) {
              assertTrue(seen(text).includes(sentence), `${language}: ${sentence}`)
            }
          }
          yield* (yield* WebhooksRepo).remove(WebhookId.make(message.webhookId))
        })
    )
  })
}
