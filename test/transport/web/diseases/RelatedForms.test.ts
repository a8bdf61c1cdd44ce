import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { arrive, cookieFor, open, submit } from "../support/Browse.ts"

/** A family with posts about its group and a sibling. A search brings the index of the catalogue up to date. */
const written = Effect.gen(function* () {
  const maria = yield* join()
  const { asked, group, sibling } = yield* newFamily
  yield* open("/diseases?search=amber")
  yield* publish(maria, { diseaseId: group, title: "Bandages that hold" })
  yield* publish(maria, { diseaseId: sibling, title: "School with blisters" })
  return { asked, group, maria, cookie: cookieFor(maria) }
})

const pageOf = (id: number | undefined, language = "en", cookie?: string) =>
  Effect.map(open(`/diseases/${id}`, { cookie, headers: { "accept-language": language } }), ({ text }) => text)

layer(community(Memory.layer, unlimited), { excludeTestServices: true })(
  "The page of a disease about which few write",
  (it) => {
    it.effect("shows the posts about its group and siblings, marked, and where all of them are", () =>
      Effect.gen(function* () {
        const { asked } = yield* written
        for (const [language, title, mark] of [
          ["en", "About related forms", "Related form"],
          ["de", "Zu verwandten Formen", "Verwandte Form"],
          ["fr", "Sur des formes proches", "Forme proche"]
        ] as const) {
          const [own = "", related = ""] = (yield* pageOf(asked, language)).split(`<h3>${title}</h3>`)
          assertTrue(!own.includes("Bandages that hold"))
          for (const post of ["Bandages that hold", "School with blisters"]) assertTrue(related.includes(post), post)
          strictEqual(related.split(`<span class="tag">${mark}</span>`).length, 3)
        }
      })
    )

    it.effect("offers to follow the whole group, and says how many posts it has", () =>
      Effect.gen(function* () {
        const { asked, cookie, group } = yield* written
        const page = yield* pageOf(asked, "en", cookie)
        assertTrue(page.includes(`<a href="/posts?diseaseId=${group}&amp;includeDescendants=true">`))
        assertTrue(page.includes("(2\u00a0posts)"))
        assertTrue(page.includes(`action="/diseases/${group}/follow"`))
        assertTrue(page.includes("Follow the whole group"))
        yield* submit(`/diseases/${group}/follow`, { follow: "yes" }, { cookie })
        assertTrue((yield* pageOf(asked, "en", cookie)).includes("Unfollow the group"))
      })
    )

    it.effect("shows neither where ten posts are about the disease itself, nor on the page of the group", () =>
      Effect.gen(function* () {
        const { asked, group, maria } = yield* written
        yield* Effect.forEach(Array.range(1, 10), () => publish(maria, { diseaseId: asked ?? null }))
        for (const id of [asked, group]) {
          const page = yield* pageOf(id)
          deepStrictEqual(
            [page.includes("About related forms"), page.includes("Follow the whole group")],
            [false, false]
          )
        }
      })
    )

    it.effect("leads the author of a post about a form to the posts of its group, before and after publishing", () =>
      Effect.gen(function* () {
        const { asked, cookie, group } = yield* written
        const toGroup = `<a href="/posts?diseaseId=${group}&amp;includeDescendants=true">`
        const form = yield* open(`/posts/new?diseaseId=${asked}`, { cookie })
        assertTrue(form.text.includes(toGroup))
        const post = { title: "Where are you", content: "Anybody?", category: "question", diseaseId: String(asked) }
        const published = yield* arrive(yield* submit("/posts/new", post, { cookie }), cookie)
        assertTrue(published.text.includes(toGroup))
        assertTrue(published.text.includes("(3\u00a0posts)"))
        const alone = { ...post, diseaseId: "" }
        assertTrue(
          !(yield* arrive(yield* submit("/posts/new", alone, { cookie }), cookie)).text.includes("includeDescendants")
        )
      })
    )
  }
)
