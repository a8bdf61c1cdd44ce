import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../../support/Community.ts"
import { joinModerator, type Member, publish } from "../../../support/Given.ts"
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
