import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { oneDatabase } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { cookieFor, open } from "./support/Browse.ts"

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
