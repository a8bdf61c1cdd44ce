import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { oneDatabase } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { arrive, cookieFor, open, submit, textOf } from "./support/Browse.ts"

/** A question with one answer, and its author's and another member's cookie. */
const asked = Effect.gen(function* () {
  const [asking, helping] = [yield* join(), yield* join()]
  const post = yield* publish(asking, { category: "question" })
  const comment = yield* answer(helping, post.id)
  const read = (cookie?: string) =>
    Effect.map(open(`/posts/${post.id}`, cookie === undefined ? {} : { cookie }), ({ text }) => text)
  return { asking, helping, post, comment, read, cookie: cookieFor(asking), other: cookieFor(helping) }
})

for (const storage of oneDatabase) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(`${storage.name}: A conversation`, (it) => {
    it.effect("answers a reply by a form that quotes it, and shows whom the answer is to", () =>
      Effect.gen(function* () {
        const { comment, cookie, helping, post, read } = yield* asked
        assertTrue((yield* read()).includes(`href="/comments/${comment.id}/reply"`))
        const form = yield* open(`/comments/${comment.id}/reply?quote=two%0Alines`, { cookie })
        assertTrue(form.text.includes(`name="replyTo" value="${comment.id}"`))
        assertTrue(form.text.includes(`<summary>${helping.user.username} wrote</summary>`))
        assertTrue(form.text.includes("&gt; two\n&gt; lines\n") || form.text.includes("> two\n> lines\n"))
        const values = { content: "Thank you", replyTo: String(comment.id) }
        const preview = yield* submit(`/posts/${post.id}/comments`, { ...values, prepare: "preview" }, { cookie })
        assertTrue(preview.text.includes(`name="replyTo" value="${comment.id}"`), "kept by the preview")
        strictEqual((yield* submit(`/posts/${post.id}/comments`, values, { cookie })).status, 303)
        const text = yield* read()
        assertTrue(text.includes(`<summary>In reply to ${helping.user.username}</summary>`))
        assertTrue(text.includes(`href="#comment-${comment.id}">Go to this reply`))
        const wrong = { ...values, replyTo: "2147483647" }
        strictEqual((yield* submit(`/posts/${post.id}/comments`, wrong, { cookie })).status, 400)
      })
    )

    it.effect(
      "lets the author of the post alone say what helped, and shows it above the first reply unless it is that",
      () =>
        Effect.gen(function* () {
          const { comment, cookie, helping, other, post, read } = yield* asked
          const path = `/comments/${comment.id}/helped`
          deepStrictEqual([(yield* read(cookie)).includes(path), (yield* read(other)).includes(path)], [true, false])
          assertTrue((yield* open("/")).text.includes(`href="/posts/${post.id}" dir="auto"`), "waits")
          yield* submit(path, { helped: "yes" }, { cookie })
          const first = yield* read(cookie)
          assertTrue(
            first.includes(">Marked as helpful</span>") && !first.includes('id="helped"'),
            "it is the first reply"
          )
          const later = yield* answer(helping, post.id, "Compression stockings")
          yield* submit(`/comments/${later.id}/helped`, { helped: "yes" }, { cookie })
          const text = yield* read(cookie)
          const [, shown = ""] =
            /The reply that helped<\/h3>(.*?)<\/nav>/s.exec(
              text.slice(0, text.indexOf(`id="comment-${comment.id}"`))
            ) ?? []
          assertTrue(shown.includes("Compression stockings") && !shown.includes(`#comment-${comment.id}`), shown)
          const waiting = yield* send("GET", "/api/posts?answered=false&category=question")
          assertTrue(!JSON.stringify(waiting.body).includes(`"id":${post.id},`), "waits no more")
          const home = (yield* open("/")).text
          assertTrue(home.indexOf('id="questions"') < home.indexOf('id="newest"'), "first for those on a phone")
          for (const { id } of [comment, later]) yield* submit(`/comments/${id}/helped`, { helped: "no" }, { cookie })
          assertTrue(!(yield* read()).includes(">Marked as helpful</span>"))
        })
    )

    it.effect("shows the likes of one's own reply as a heart and a number, read out in words", () =>
      Effect.gen(function* () {
        const { comment, helping, read } = yield* asked
        const liker = yield* join()
        yield* send("POST", `/api/comments/${comment.id}/like`, { as: liker.token })
        assertTrue((yield* read(cookieFor(helping))).includes('<span class="aside">1\u00a0like</span>'))
      })
    )

    it.effect("confirms to its writer a reply or a post that is changed, and a reply or a post that is deleted", () =>
      Effect.gen(function* () {
        const { comment, cookie, other, post } = yield* asked
        const confirmed = (path: string, values: Parameters<typeof submit>[1], as: string) =>
          Effect.gen(function* () {
            const sent = yield* submit(path, values, { cookie: as })
            const { text } = yield* arrive(sent, as)
            const visitor = yield* arrive(sent)
            deepStrictEqual([path, visitor.text.includes('class="done" role="status"')], [path, false])
            return textOf(text, 'class="done"', "</p>").replace('class="done" role="status">', "")
          })
        const edited = { title: "A title", content: "Other words" }
        deepStrictEqual(
          [
            yield* confirmed(`/comments/${comment.id}/edit`, { content: "Other words" }, other),
            yield* confirmed(`/posts/${post.id}/edit`, edited, cookie),
            yield* confirmed(`/comments/${comment.id}/delete`, {}, other),
            yield* confirmed(`/posts/${post.id}/delete`, {}, cookie)
          ],
          ["Saved.", "Saved.", "The reply has been deleted.", "The post has been deleted."]
        )
      })
    )

    it.effect("likes a reply, and takes the like back", () =>
      Effect.gen(function* () {
        const { asking, comment, cookie, post } = yield* asked
        const likes = Effect.map(send("GET", `/api/posts/${post.id}/comments`, { as: asking.token }), ({ body }) => [
          at(body, "data", 0, "likeCount"),
          at(body, "data", 0, "liked")
        ])
        yield* submit(`/comments/${comment.id}/like`, { like: "yes" }, { cookie })
        deepStrictEqual(yield* likes, [1, true])
        yield* submit(`/comments/${comment.id}/like`, { like: "no" }, { cookie })
        deepStrictEqual(yield* likes, [0, false])
      })
    )
  })
}

const line = '<li class="since">New since your last visit</li>'

/** A thread with one comment, and a reader of its page. */
const thread = Effect.gen(function* () {
  const [writer, reader] = [yield* join(), yield* join()]
  const post = yield* publish(writer)
  const first = yield* answer(writer, post.id)
  const cookie = cookieFor(reader)
  const read = (path = `/posts/${post.id}`) => Effect.map(open(path, { cookie }), ({ text }) => text)
  return { writer, reader, post, first, read }
})

for (const storage of oneDatabase) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })(`${storage.name}: A thread`, (it) => {
    it.effect("shows a member what others wrote since their last visit, once, and the way to it", () =>
      Effect.gen(function* () {
        const { post, read, reader, writer } = yield* thread
        assertTrue(!(yield* read()).includes(line), "nothing is new at the first visit")
        yield* answer(reader, post.id)
        const fresh = yield* answer(writer, post.id)
        yield* answer(writer, post.id)
        const lists = [yield* read("/posts"), yield* read("/")]
        for (const text of lists) {
          assertTrue(text.includes(`<a class="badge status" href="/comments/${fresh.id}">2\u00a0new</a>`))
        }
        const text = yield* read()
        assertTrue(text.includes(`${line}<li id="comment-${fresh.id}"`), "before the first new comment of another")
        assertTrue(text.includes(`<a class="more" href="#comment-${fresh.id}">Continue reading</a>`))
        assertTrue(!(yield* read()).includes(line))
        assertTrue(!(yield* read("/posts")).includes("\u00a0new</a>"))
      })
    )

    it.effect("leads to the page of the first new comment, and a page before it moves no place back", () =>
      Effect.gen(function* () {
        const { first, post, read, reader, writer } = yield* thread
        yield* Effect.forEach(Array.from({ length: 100 }), () => answer(writer, post.id))
        yield* read()
        const commentId = (yield* answer(writer, post.id)).id
        yield* send("PUT", `/api/posts/${post.id}/place`, { as: reader.token, body: { commentId } })
        const fresh = yield* answer(writer, post.id)
        const text = yield* read()
        assertTrue(
          text.includes(`<a class="more" href="/comments/${fresh.id}">Continue reading</a>`),
          "on another page"
        )
        assertTrue(!text.includes(line))
        assertTrue((yield* read(`/posts/${post.id}?page=2`)).includes(line))
        yield* read()
        assertTrue(!(yield* read("/posts")).includes("\u00a0new</a>"))
        yield* send("PUT", `/api/posts/${post.id}/place`, { as: reader.token, body: { commentId: first.id } })
        assertTrue((yield* read("/posts")).includes(">100+\u00a0new</a>"))
      })
    )

    it.effect("shows nobody else's place, and notes none of HEAD", () =>
      Effect.gen(function* () {
        const { post, read, reader, writer } = yield* thread
        yield* send("HEAD", `/posts/${post.id}`, {})
        yield* answer(writer, post.id)
        assertTrue(!(yield* read("/posts")).includes("\u00a0new</a>"))
        yield* read()
        yield* answer(writer, post.id)
        const stranger = cookieFor(yield* join())
        const seen = [
          yield* open("/posts"),
          yield* open("/posts", { cookie: stranger }),
          yield* open(`/posts/${post.id}`)
        ]
        deepStrictEqual(
          seen.map(({ text }) => /\u00a0new<\/a>|Continue reading/.test(text)),
          [false, false, false]
        )
        strictEqual((yield* send("DELETE", `/api/posts/${post.id}`, { as: writer.token })).status, 200)
        assertTrue(!(yield* read("/posts")).includes("\u00a0new</a>"))
        strictEqual((yield* open(`/posts/${post.id}`, { cookie: cookieFor(reader) })).status, 404)
      })
    )
  })
}
