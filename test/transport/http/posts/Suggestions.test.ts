import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { PostsRepo } from "../../../../src/ports/posts/PostsRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly, type Storage, storages } from "../../../support/Storage.ts"
import { at } from "../../../support/Wire.ts"

/** A word of letters alone that no other text holds: what can be corrected. */
const lettersOnly = () => unique().replace(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))

/** The words of the community as they were when they were read first: on a large one they are kept for minutes. */
const wordsReadOnce = Layer.effect(
  PostsRepo,
  Effect.gen(function* () {
    const posts = yield* PostsRepo
    return { ...posts, countedWords: yield* Effect.cached(posts.countedWords) }
  })
)

const suggestionFor = (search: string, as?: Member) =>
  Effect.map(
    send("GET", `/api/posts?search=${encodeURIComponent(search)}`, as === undefined ? {} : { as: as.token }),
    ({ body }) => at(body, "suggestion")
  )

const decide = (moderator: Member, target: object, action: "hide" | "suspend", more = {}) =>
  send("POST", "/api/decisions", {
    as: moderator.token,
    body: { target, action, rule: "rule 1", reason: "because", ...more }
  })

const withOldWords = (storage: Storage) =>
  community(storage, {}, undefined, (services) => Layer.provide(services, wordsReadOnce))

for (const { layer: storage, name } of storages) {
  layer(withOldWords(storage), { excludeTestServices: true })(`The suggestion of a search of posts (${name})`, (it) => {
    it.effect("never has a word of texts that were narrowed, hidden or deleted, however old the words are", () =>
      Effect.gen(function* () {
        const [maria, blamed, moderator] = [yield* join(), yield* join(), yield* joinModerator]
        const other = lettersOnly()
        const misspelt = (word: string) => `${other} ${word}qx`
        yield* publish(moderator, { title: other })

        /** Writes a text with a new word, and gives the word with what takes the text away from visitors. */
        const cases = {
          narrowed: (word: string) =>
            Effect.map(publish(maria, { content: word }), ({ id }) =>
              send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { audience: "members" } })
            ),
          changed: (word: string) =>
            Effect.map(publish(maria, { content: word }), ({ id }) =>
              send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { content: "other words" } })
            ),
          hidden: (word: string) =>
            Effect.map(publish(maria, { title: word }), ({ id }) => decide(moderator, { type: "post", id }, "hide")),
          deleted: (word: string) =>
            Effect.map(publish(maria, { title: word }), ({ id }) =>
              send("DELETE", `/api/posts/${id}`, { as: maria.token })
            ),
          "hidden with all that its author wrote": (word: string) =>
            Effect.map(publish(blamed, { title: word }), () =>
              decide(moderator, { type: "user", id: blamed.user.id }, "hide", { all: true })
            ),
          "a deleted comment": (word: string) =>
            Effect.gen(function* () {
              const { id } = yield* publish(maria)
              const comment = yield* answer(maria, id, word)
              return send("DELETE", `/api/comments/${comment.id}`, { as: maria.token })
            }),
          "a comment of a narrowed post": (word: string) =>
            Effect.gen(function* () {
              const { id } = yield* publish(maria)
              yield* answer(maria, id, word)
              return send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { audience: "members" } })
            })
        }
        const given: Array<readonly [string, string, ReturnType<typeof send>]> = []
        for (const [name, write] of Object.entries(cases)) {
          const word = lettersOnly()
          given.push([name, word, yield* write(word)])
        }
        for (const [name, word] of given) strictEqual(yield* suggestionFor(misspelt(word)), `${other} ${word}`, name)
        for (const [name, word, takeAway] of given) {
          const { status } = yield* takeAway
          strictEqual(status < 300, true, `${name}: ${status}`)
          deepStrictEqual(
            [yield* suggestionFor(misspelt(word)), yield* suggestionFor(misspelt(word), maria)],
            [undefined, undefined],
            name
          )
        }
      })
    )
  })
}

for (const { layer: storage, name } of memoryOnly) {
  layer(withOldWords(storage), { excludeTestServices: true })(`The suggestion of a search of posts (${name})`, (it) => {
    it.effect("has the next nearest word, also for a word that only a narrowed post has as it was typed", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [word, other] = [lettersOnly(), lettersOnly()]
        yield* publish(maria, { title: other, content: `${word}ab` })
        const { id } = yield* publish(maria, { title: `${word}ax`, content: `${word}ax` })
        yield* publish(maria, { title: other, content: `${word}axy`, audience: "members" })
        strictEqual(yield* suggestionFor(`${word}axx ${other}`), `${word}ax ${other}`)
        yield* send("PATCH", `/api/posts/${id}`, { as: maria.token, body: { audience: "members" } })
        for (const typed of ["ax", "axx", "axy"]) {
          strictEqual(yield* suggestionFor(`${word}${typed} ${other}`), `${word}ab ${other}`, typed)
        }
      })
    )
  })

  layer(community(storage), { excludeTestServices: true })(`The suggestion of a search of posts (${name})`, (it) => {
    it.effect("is none where the posts found have only words as they were typed", () =>
      Effect.gen(function* () {
        const [maria, topic] = [yield* join(), lettersOnly()]
        const { id } = yield* publish(maria, { title: topic, content: topic })
        // The name of a disease is like the last word, and no post has it.
        const { body } = yield* send("GET", `/api/posts?search=${topic}+in+marfen`)
        deepStrictEqual(
          [at(body, "suggestion"), at(body, "data", 0, "id"), at(body, "data", 0, "missing")],
          [undefined, id, ["marfen"]]
        )
      })
    )
  })
}
