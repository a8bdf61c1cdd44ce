import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, joinAdmin, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { hide } from "../../support/moderation/Hiding.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { anchorOf, arrive, cookieFor, open, seen, submit } from "./support/Browse.ts"

/** A thread with a number of comments of one text, and its author. */
const threadOf = (count: number, content = "An answer") =>
  Effect.gen(function* () {
    const author = yield* join()
    const { id } = yield* publish(author)
    const comments = yield* Effect.forEach(Array.range(1, count), () => answer(author, id, content))
    return { author, id, path: `/posts/${id}`, ids: comments.map((comment) => comment.id) }
  })

/** So long that a page of a hundred has no room for all. */
const long = "痛".repeat(5_000)

const idsIn = (html: string) => [...html.matchAll(/<li id="comment-(\d+)"/g)].map(([, id]) => Number(id))

const linkIn = (html: string, label: string) => {
  const [, href] = new RegExp(`<a [^>]*?href="([^"]+)">${label}</a>`).exec(html) ?? []
  return href === undefined ? undefined : seen(href)
}

/** Asserts that the address of each of these comments leads to the page of the thread that shows it. */
const leadsTo = (path: string, ids: ReadonlyArray<number | undefined>) =>
  Effect.forEach(ids, (id) =>
    Effect.gen(function* () {
      const answer = yield* open(`/comments/${id}`)
      deepStrictEqual([answer.status, anchorOf(answer)], [303, `comment-${id}`])
      assertTrue(String(answer.headers.location).startsWith(path))
      assertTrue(idsIn((yield* arrive(answer)).text).includes(Number(id)))
    })
  )

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("The page of a thread", (it) => {
    it.effect("has a hundred comments, and pages with the others, to which the address of a comment leads", () =>
      Effect.gen(function* () {
        const { ids, path } = yield* threadOf(103)
        const first = yield* open(path)
        deepStrictEqual(idsIn(first.text), ids.slice(0, 100))
        strictEqual(linkIn(first.text, "Next page"), `${path}?page=2`)
        const second = yield* open(`${path}?page=2`)
        deepStrictEqual(idsIn(second.text), ids.slice(100))
        strictEqual(linkIn(second.text, "More replies"), undefined)
        strictEqual(linkIn(first.text, "More replies"), undefined)
        yield* leadsTo(path, [ids[0], ids[50], ids.at(-1)])
      })
    )

    it.effect("leads to every comment where they are too long for one page, from the address of each too", () =>
      Effect.gen(function* () {
        const { ids, path } = yield* threadOf(70, long)
        const found: Array<number> = []
        for (let next: string | undefined = path; next !== undefined; ) {
          const { status, text } = yield* open(next)
          strictEqual(status, 200)
          assertTrue(idsIn(text).length < 40)
          found.push(...idsIn(text))
          next = linkIn(text, "More replies")
          strictEqual(linkIn(text, "Earlier replies"), found.length === idsIn(text).length ? undefined : path)
          strictEqual(text.includes("data-live"), next === undefined)
        }
        deepStrictEqual(found, ids)
        yield* leadsTo(path, [ids[0], ids[50], ids.at(-1)])
      })
    )

    it.effect("says that the post is published to its author alone, and that a text waits to no visitor", () =>
      Effect.gen(function* () {
        const { author, path } = yield* threadOf(1)
        const says = (done: string, cookie?: string) =>
          Effect.map(open(`${path}?done=${done}`, { cookie }), ({ text }) =>
            text.includes('<p class="done" role="status">')
          )
        const cookies = [cookieFor(author), cookieFor(yield* join()), undefined]
        const published = yield* Effect.forEach(cookies, (cookie) => says("published", cookie))
        deepStrictEqual([...published, yield* says("review")], [true, false, false, false])
      })
    )

    it.effect("has no form for a reply, no like, and nothing to follow where the post is hidden", () =>
      Effect.gen(function* () {
        const { author, id, path } = yield* threadOf(1)
        const form = `action="${path}/comments"`
        const cookie = cookieFor(author)
        assertTrue((yield* open(path, { cookie })).text.includes(form))
        yield* hide({ type: "post", id })
        const hidden = yield* open(path, { cookie })
        deepStrictEqual([hidden.status, hidden.text.includes(form)], [200, false])
        const acts = ["like", "follow"].map((act) => hidden.text.includes(`action="${path}/${act}"`))
        deepStrictEqual(acts, [false, false])
      })
    )

    it.effect("is where notifications, reports and decisions about a comment lead", () =>
      Effect.gen(function* () {
        const { author, id: postId, ids } = yield* threadOf(1)
        const other = yield* join()
        const { id } = yield* answer(other, postId, "Their answer")
        const inbox = yield* open("/notifications", { cookie: cookieFor(author) })
        assertTrue(inbox.text.includes(`href="/comments/${id}"`))
        const cookie = cookieFor(other)
        yield* submit("/report", { type: "comment", id: String(ids[0]), reason: "spam" }, { cookie })
        assertTrue((yield* open("/reports", { cookie })).text.includes(`href="/comments/${ids[0]}"`))
      })
    )

    it.effect("is shown where a comment was sent and changed, and after a deletion on the page of the one before", () =>
      Effect.gen(function* () {
        const { author, path } = yield* threadOf(100)
        const options = { cookie: cookieFor(author) }
        const second = `${path}?page=2`
        const sent = yield* submit(`${path}/comments`, { content: "The last" }, options)
        const anchor = anchorOf(sent) ?? ""
        strictEqual(sent.headers.location, `${second}#${anchor}`)
        const at = `/comments/${anchor.split("-")[1]}`
        const changed = yield* submit(`${at}/edit`, { content: "Another text" }, options)
        strictEqual(changed.headers.location, `${second}&done=saved-${at.split("/")[2]}#${anchor}`)
        const deleted = yield* submit(`${at}/delete`, {}, options)
        deepStrictEqual([deleted.status, deleted.headers.location], [303, `${path}?done=removed`])
        const { status, text } = yield* arrive(deleted, options.cookie)
        deepStrictEqual([status, idsIn(text).length], [200, 100])
      })
    )
  })
  layer(community(storage.layer, { ...unlimited, REVIEW_FIRST_POSTS: "2" }), { excludeTestServices: true })(
    "A first text that is reviewed",
    (it) => {
      it.effect("is answered by a page that says in the reader's language that it waits for a moderator", () =>
        Effect.gen(function* () {
          const { id } = yield* publish(yield* joinAdmin)
          const said = {
            en: "A moderator reads the first posts and replies of new members",
            de: "Bei neuen Mitgliedern liest die Moderation die ersten Texte",
            fr: "La modération lit les premiers textes des nouveaux membres"
          }
          for (const [language, sentence] of Object.entries(said)) {
            const cookie = `${cookieFor(yield* join())}; lang=${language}`
            const text = { title: "My first post", content: "My first words", category: "topic" }
            const comment = yield* submit(`/posts/${id}/comments`, text, { cookie })
            deepStrictEqual([comment.status, comment.headers.location], [303, `/posts/${id}?done=review`])
            const post = yield* submit("/posts/new", text, { cookie })
            for (const answer of [comment, post]) {
              const page = yield* arrive(answer, cookie)
              deepStrictEqual([page.status, page.text.includes(sentence)], [200, true])
            }
            const later = yield* submit(`/posts/${id}/comments`, text, { cookie })
            assertTrue((yield* arrive(later, cookie)).text.includes(sentence))
          }
        })
      )
    }
  )
}
