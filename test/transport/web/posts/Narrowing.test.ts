import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { PostId } from "../../../../src/domain/Ids.ts"
import { community } from "../../../support/Community.ts"
import { answer } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { arrive, cookieFor, open, submit } from "../support/Browse.ts"

const post = { title: "Our second winter", content: "It was hard.", category: "experience" }

/** The audiences that a form offers but does not let choose, and the one that is chosen. */
const choicesIn = (text: string) => {
  const inputs = Array.from(text.matchAll(/<input[^>]*name="audience"[^>]*>/g), ([input]) => input)
  const valueOf = (input: string | undefined) => /value="(\w+)"/.exec(input ?? "")?.[1]
  const off = inputs.filter((input) => / disabled/.test(input)).map(valueOf)
  return { off, chosen: valueOf(inputs.find((input) => / checked/.test(input))) }
}

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Narrowing a post", (it) => {
    it.effect("says who can read it now, and what search engines may show", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* join())
        const published = yield* submit("/posts/new", { ...post, audience: "everyone" }, { cookie })
        const path = String(published.headers.location).split("?")[0] ?? ""
        const narrowed = yield* submit(`${path}/edit`, { ...post, audience: "members" }, { cookie })
        const { text } = yield* arrive(narrowed, cookie)
        assertTrue(text.includes("Only members can read the post and its replies now."))
        assertTrue(text.includes("If a search engine had found it"))
        const kept = yield* submit(`${path}/edit`, { ...post, audience: "members" }, { cookie })
        strictEqual(kept.headers.location, `${path}?done=saved`)
      })
    )

    it.effect("is the only choice once others have replied; the rest is off, with the reason", () =>
      Effect.gen(function* () {
        const cookie = cookieFor(yield* join())
        const published = yield* submit("/posts/new", { ...post, audience: "members" }, { cookie })
        const path = String(published.headers.location).split("?")[0] ?? ""
        const form = (values?: Readonly<Record<string, string>>) =>
          values === undefined ? open(`${path}/edit`, { cookie }) : submit(`${path}/edit`, values, { cookie })
        deepStrictEqual(choicesIn((yield* form()).text), { off: [], chosen: "members" })
        yield* answer(yield* join(), PostId.make(Number(path.split("/")[2])), "For us, too")
        const page = yield* form()
        deepStrictEqual(choicesIn(page.text), { off: ["everyone"], chosen: "members" })
        assertTrue(
          page.text.includes("Others have already replied, so you can show this to fewer people, but not to more.")
        )
        // What was typed comes back with a refusal, to one whose session has ended, too.
        const typed = { ...post, title: "", content: "Much better this year.", audience: "everyone" }
        const refused = yield* form(typed)
        deepStrictEqual([refused.status, choicesIn(refused.text)], [400, { off: ["everyone"], chosen: "members" }])
        assertTrue(refused.text.includes("Much better this year."))
        const ended = yield* submit(
          `${path}/edit`,
          { ...typed, title: "Our third winter" },
          { cookie: "session=ended" }
        )
        deepStrictEqual([ended.status, ended.text.includes("Much better this year.")], [401, true])
      })
    )
  })
}
