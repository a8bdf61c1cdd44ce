import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { PostId } from "../../../../src/domain/Ids.ts"
import { community } from "../../../support/Community.ts"
import { answer } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { RecordedMail } from "../../../support/mail/RecordedMail.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { arrive, cookieFor, open, submit } from "../support/Browse.ts"

const post = {
  title: "How do you sleep?",
  content: "Our nights are short.",
  category: "question",
  audience: "everyone"
}
const button = 'action="/notifications/mail"'
const settings = "/api/users/me/settings"

for (const storage of memoryOnly) {
  const served = community(storage.layer, unlimited, undefined, (services) =>
    Layer.provide(services, new RecordedMail().layer)
  )
  layer(served, { excludeTestServices: true })("The button for mail of replies", (it) => {
    it.effect("is on a new post, and turns on such mail in one tap; then the page says that it comes", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const cookie = cookieFor(member)
        yield* send("PATCH", settings, { as: member.token, body: { comment: false, like: false } })
        const published = yield* submit("/posts/new", post, { cookie })
        const page = yield* arrive(published, cookie)
        assertTrue(page.text.includes(button) && page.text.includes("Email me when someone replies"))
        const [, next = ""] = /name="next" value="(\/posts\/\d+)"/.exec(page.text) ?? []
        const pressed = yield* arrive(yield* submit("/notifications/mail", { next }, { cookie }), cookie)
        assertTrue(pressed.text.includes("You’ll get an email when someone replies."))
        strictEqual(pressed.text.includes(button), false)
        const { body } = yield* send("GET", settings, { as: member.token })
        deepStrictEqual([at(body, "mail"), at(body, "comment"), at(body, "like")], ["replies", true, false])
        const second = yield* arrive(yield* submit("/posts/new", post, { cookie }), cookie)
        assertTrue(second.text.includes("You’ll get an email when someone replies."))
      })
    )

    it.effect("is on a thread for its author and its followers without mail, not for others", () =>
      Effect.gen(function* () {
        const [author, follower, reader] = [yield* join(), yield* join(), yield* join()]
        const published = yield* submit("/posts/new", post, { cookie: cookieFor(author) })
        const path = String(published.headers.location).split("?")[0] ?? ""
        yield* answer(reader, PostId.make(Number(path.split("/")[2])), "Ours too")
        yield* submit(`${path}/follow`, { follow: "yes" }, { cookie: cookieFor(follower) })
        const has = (cookie?: string) => Effect.map(open(path, { cookie }), ({ text }) => text.includes(button))
        deepStrictEqual(
          [yield* has(cookieFor(author)), yield* has(cookieFor(follower)), yield* has(cookieFor(reader)), yield* has()],
          [true, true, false, false]
        )
        yield* send("PATCH", settings, { as: follower.token, body: { mail: "weekly" } })
        strictEqual(yield* has(cookieFor(follower)), false)
      })
    )
  })

  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Without a mail server", (it) => {
    it.effect("a new post says where a reply is seen, and offers no mail", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* join())
        const { text } = yield* arrive(yield* submit("/posts/new", post, { cookie }), cookie)
        assertTrue(text.includes("When someone replies, you’ll see it here and under the bell."))
        strictEqual(text.includes(button), false)
      })
    )
  })
}
