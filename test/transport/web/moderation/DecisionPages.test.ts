import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { answer, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { appeal, decide, decideAppeal, report } from "../../http/moderation/Given.ts"
import { cookieFor, open, submit } from "../support/Browse.ts"

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of a decision", (it) => {
    it.effect(
      "a decided appeal shows its words and a link to the text to the member concerned, and its outcome alone to a reporter",
      () =>
        Effect.gen(function* () {
          const [author, reporter, other] = [yield* join(), yield* join(), yield* joinModerator]
          const target = { type: "post", id: (yield* publish(author)).id } as const
          yield* report(reporter.token, target, "spam")
          const id = at((yield* decide((yield* joinModerator).token, target, "hide")).body, "id")
          yield* appeal(author.token, id, "It was a gift.")
          yield* decideAppeal(other.token, id, "upheld")
          const shown = (member: typeof author) =>
            Effect.map(open(`/decisions/${id}`, { cookie: cookieFor(member) }), ({ text }) =>
              ["It was a gift.", "Reason for the appeal", "Decision upheld"].map((words) => text.includes(words))
            )
          deepStrictEqual(yield* shown(author), [true, true, true])
          deepStrictEqual(yield* shown(reporter), [false, false, true])
          const linksPost = (member: typeof author) =>
            Effect.map(open(`/decisions/${id}`, { cookie: cookieFor(member) }), ({ text }) =>
              text.includes(`href="/posts/${target.id}"`)
            )
          deepStrictEqual(
            [yield* linksPost(author), yield* linksPost(other), yield* linksPost(reporter)],
            [true, true, false]
          )
        })
    )

    it.effect("shows a hidden comment in full to its author and to moderators, whom it leads to the case", () =>
      Effect.gen(function* () {
        const [author, other] = [yield* join(), yield* joinModerator]
        const words = `It **begins** ${"and goes on ".repeat(60)} to its end.`
        const { id } = yield* answer(author, (yield* publish(author)).id, words)
        const decided = yield* decide((yield* joinModerator).token, { type: "comment", id }, "hide")
        const path = `/decisions/${at(decided.body, "id")}`
        const shown = (member: Member) =>
          Effect.map(open(path, { cookie: cookieFor(member) }), ({ text }) => [
            text.includes("<strong>begins</strong>") && text.includes("to its end."),
            text.includes(`href="/comments/${id}"`),
            text.includes(`href="/moderation?type=comment&amp;id=${id}"`)
          ])
        deepStrictEqual(yield* shown(author), [true, false, false])
        deepStrictEqual(yield* shown(other), [true, false, true])
      })
    )

    it.effect("of a first text that stays hidden tells its author what they can do, in a sentence of its own", () =>
      Effect.gen(function* () {
        const [author, other] = [yield* join(), yield* joinModerator]
        const cookie = cookieFor(author)
        const target = { type: "post", id: (yield* publish(author)).id } as const
        const notYet = { rule: "first posts are reviewed", reason: "Please leave out the name." }
        const id = at((yield* decide((yield* joinModerator).token, target, "hide", notYet)).body, "id")
        const inbox = yield* open("/notifications", { cookie })
        assertTrue(inbox.text.includes("A moderator asks you to change your post before it’s published"), inbox.text)
        assertTrue(!inbox.text.includes("hid your post"))
        yield* appeal(author.token, id, "I left it out.")
        const canWriteAnew = Effect.map(open(`/decisions/${id}`, { cookie }), ({ text }) =>
          text.includes("Your post stays hidden. You can delete it and write a new one.")
        )
        strictEqual(yield* canWriteAnew, false)
        yield* decideAppeal(other.token, id, "upheld")
        strictEqual(yield* canWriteAnew, true)
        const inFrench = yield* open("/notifications?lang=fr", { cookie })
        assertTrue(inFrench.text.includes("Recours\u00a0: "), inFrench.text)
      })
    )

    it.effect("promises the outcome of an appeal to the member concerned alone", () =>
      Effect.gen(function* () {
        const [author, deciding, other] = [yield* join(), yield* joinModerator, yield* joinModerator]
        const decided = yield* decide(deciding.token, { type: "post", id: (yield* publish(author)).id }, "hide")
        const id = at(decided.body, "id")
        yield* appeal(author.token, id, "It was a gift.")
        const isPromised = (member: Member) =>
          Effect.map(open(`/decisions/${id}`, { cookie: cookieFor(member) }), ({ text }) =>
            text.includes("We’ll notify you of the outcome")
          )
        deepStrictEqual(yield* Effect.forEach([author, deciding, other], isPromised), [true, false, false])
      })
    )

    it.effect("a refused appeal and a refused outcome stay below the decision that they are about", () =>
      Effect.gen(function* () {
        const [author, one, other] = [yield* join(), yield* joinModerator, yield* joinModerator]
        const target = { type: "post", id: (yield* publish(author)).id } as const
        const decided = yield* decide(one.token, target, "hide", { rule: "Be kind", reason: "It names a doctor." })
        const path = `/decisions/${at(decided.body, "id")}`
        const isBelow = ({ text }: { readonly text: string }) => /It names a doctor\..*role="alert"/s.test(text)
        const appealed = yield* submit(`${path}/appeal`, { text: " " }, { cookie: cookieFor(author) })
        deepStrictEqual([appealed.status, isBelow(appealed)], [400, true])
        yield* submit(`${path}/appeal`, { text: "I took the name out." }, { cookie: cookieFor(author) })
        const outcome = yield* submit(
          `${path}/outcome`,
          { outcome: "upheld", reason: "" },
          { cookie: cookieFor(other) }
        )
        deepStrictEqual([outcome.status, isBelow(outcome)], [400, true])
        assertTrue(outcome.text.includes("I took the name out."))
        const again = yield* submit(`${path}/appeal`, { text: "Once more." }, { cookie: cookieFor(author) })
        deepStrictEqual([again.status, isBelow(again)], [409, true])
        const kept = /<blockquote[^>]*>Once more\.</.test(again.text)
        deepStrictEqual([kept, again.text.includes(`action="${path}/appeal"`)], [true, false])
        const values = { outcome: "upheld", reason: "It does name one." }
        yield* submit(`${path}/outcome`, values, { cookie: cookieFor(other) })
        const late = yield* submit(`${path}/outcome`, { ...values, outcome: "reversed" }, { cookie: cookieFor(other) })
        deepStrictEqual(
          [late.status, isBelow(late), late.text.includes(`action="${path}/outcome"`)],
          [409, true, false]
        )
        const ended = yield* submit(`${path}/appeal`, { text: "Kept." }, {})
        deepStrictEqual([ended.status, ended.text.includes("Kept.</textarea>")], [401, true])
      })
    )

    it.effect("the page of a decision has the form of an appeal for the member concerned alone, and once", () =>
      Effect.gen(function* () {
        const [staff, deciding, other] = [yield* joinModerator, yield* joinModerator, yield* joinModerator]
        const reporter = yield* join()
        const { id } = yield* publish(staff)
        yield* report(reporter.token, { type: "post", id })
        const decided = yield* decide(deciding.token, { type: "post", id }, "hide")
        const path = `/decisions/${at(decided.body, "id")}`
        const formsFor = (member: Member) =>
          Effect.map(open(path, { cookie: cookieFor(member) }), ({ text }) =>
            ["appeal", "outcome"].filter((form) => text.includes(`action="${path}/${form}"`))
          )
        const forms = Effect.forEach([staff, deciding, other, reporter], formsFor)
        deepStrictEqual(yield* forms, [["appeal"], [], [], []])
        const appeal = yield* submit(`${path}/appeal`, { text: "It was a gift." }, { cookie: cookieFor(staff) })
        strictEqual(appeal.status, 303)
        deepStrictEqual(yield* forms, [[], [], ["outcome"], []])
        const outcome = { outcome: "upheld", reason: "It was not." }
        yield* submit(`${path}/outcome`, outcome, { cookie: cookieFor(other) })
        deepStrictEqual(yield* forms, [[], [], [], []])
        yield* report(reporter.token, { type: "user", id: staff.user.id })
        const nothing = yield* decide(deciding.token, { type: "user", id: staff.user.id }, "none")
        const { text } = yield* open(`/decisions/${at(nothing.body, "id")}`, { cookie: cookieFor(staff) })
        assertTrue(text.includes("<h1>") && !text.includes("/appeal"))
      })
    )
  })
}
