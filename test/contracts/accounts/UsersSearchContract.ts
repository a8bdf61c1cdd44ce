import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import type { UserFilter } from "../../../src/domain/accounts/User.ts"
import { usernameKey } from "../../../src/domain/accounts/Username.ts"
import type { PostId } from "../../../src/domain/Ids.ts"
import type { UserKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newPost, newUser, unique } from "../newRows.ts"
import { checkPagesByKey } from "../walking.ts"

const found = (filter: UserFilter) =>
  Effect.map(
    Effect.flatMap(UsersRepo, (users) => users.page(filter, { offset: 0, limit: 100 })),
    ({ items, total }) => ({ ids: items.map(({ id }) => id), total })
  )

const called = (username: string, email = `${unique()}@example.org`, role: "expert" | "user" = "user") =>
  newUser({ username, usernameKey: usernameKey(username), email, emailKey: email.toLowerCase(), role })

/** The contract of `UsersRepo` for searches. */
export const usersSearchContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: UsersRepo.page, searched`, (it) => {
    it.effect("UsersRepo.page finds part of a username or an email, whatever the case and width", () =>
      Effect.gen(function* () {
        const word = unique()
        const zoe = yield* called(`Zoë ${word}`)
        const bob = yield* called(unique(), `bob.${word}@Example.org`)
        yield* called(unique())
        for (const search of [word, word.toUpperCase(), ` ${word} `, word.slice(1)]) {
          deepStrictEqual(yield* found({ search }), { ids: [bob, zoe], total: 2 }, search)
        }
        for (const search of [`ZOË ${word}`, `Ｚoë ${word}`, `oë ${word}`]) {
          deepStrictEqual(yield* found({ search }), { ids: [zoe], total: 1 }, search)
        }
        deepStrictEqual(yield* found({ search: `b.${word}@ex` }), { ids: [bob], total: 1 })
        deepStrictEqual(yield* found({ search: `${word}${unique()}` }), { ids: [], total: 0 })
      })
    )

    it.effect("UsersRepo.page and detail show the text of a bio whose stored HTML is above its limit", () =>
      Effect.gen(function* () {
        const [users, word] = [yield* UsersRepo, unique()]
        const bios = [
          { content: "a < b", html: "x".repeat(20_051) },
          { content: "a", html: "<p>a</p>" }
        ]
        const ids = yield* Effect.forEach([...bios.map(Option.some), Option.none()], (bio, index) =>
          newUser({ username: `${word} ${index}`, usernameKey: usernameKey(`${word} ${index}`), bio })
        )
        const { items } = yield* users.page({ search: word }, { offset: 0, limit: 100 })
        for (const shown of [items.toReversed(), yield* Effect.forEach(ids, users.detail)]) {
          deepStrictEqual(
            shown.map(({ bioHtml }) => Option.getOrNull(bioHtml)),
            ["<pre>a &lt; b</pre>", "<p>a</p>", null]
          )
        }
      })
    )

    it.effect("UsersRepo.page finds one or two characters at the beginning only", () =>
      Effect.gen(function* () {
        const first = yield* called(`žž${unique()}`)
        const second = yield* called(unique(), `žž${unique()}@example.org`)
        yield* called(`a${unique()}žž`)
        for (const search of ["žž", "Ž"]) deepStrictEqual((yield* found({ search })).ids, [second, first])
      })
    )

    it.effect("UsersRepo.page takes wildcards literally, and finds nothing by a blank search", () =>
      Effect.gen(function* () {
        const word = unique()
        const names = [`${word}%_\\`, `${word}abc`]
        const [marked] = yield* Effect.forEach(names, (name) => called(name))
        for (const search of [`${word}%`, `${word}%_`, `%_\\`]) {
          deepStrictEqual((yield* found({ search })).ids, [marked], search)
        }
        for (const search of ["%%%", "___", "   ", "\n"]) deepStrictEqual((yield* found({ search })).total, 0)
      })
    )

    it.effect("UsersRepo.page matches nothing that runs from a username into an email", () =>
      Effect.gen(function* () {
        const [name, address] = [unique(), unique()]
        yield* called(name, `${address}@example.org`)
        for (const search of [`${name}${address}`, `${name}\n${address}`, `${name} ${address}`]) {
          deepStrictEqual((yield* found({ search })).total, 0)
        }
      })
    )

    it.effect("UsersRepo.page narrows a search to a role, by keys as by offsets", () =>
      Effect.gen(function* () {
        const word = unique()
        const users = yield* Effect.forEach(["user", "expert", "user", "expert"] as const, (role, nth) =>
          called(`${word}x${nth}`, undefined, role)
        )
        deepStrictEqual((yield* found({ search: word, role: "expert" })).ids, [users[3], users[1]])
        for (const filter of [{ search: word }, { search: word, role: "user" as const }]) {
          yield* checkPagesByKey((window: PageSlice<UserKey>) =>
            Effect.flatMap(UsersRepo, (users) => users.page(filter, window))
          )
        }
      })
    )

    it.effect("UsersRepo.named finds members by their names alone, those of a thread first", () =>
      Effect.gen(function* () {
        const [{ named }, word] = [yield* UsersRepo, unique()]
        const [anna, bert] = [yield* called(`${word} anna`), yield* called(`${word} bert`)]
        const [carl, dora] = [yield* called(`${word} carl`), yield* called(`${word} dora`)]
        yield* called(unique(), `${word}@example.org`)
        const post = yield* newPost({ authorId: carl })
        yield* newComment(post.id, dora)
        const find = (text: string, postId: Option.Option<PostId>, limit = 8) =>
          Effect.map(named(text, postId, limit), (found) => found.map(({ id }) => id))
        const here = Option.some(post.id)
        deepStrictEqual(yield* find(word, Option.none()), [anna, bert, carl, dora])
        deepStrictEqual(yield* find(word.toUpperCase(), here), [carl, dora, anna, bert])
        deepStrictEqual(yield* find(word, here, 3), [carl, dora, anna])
        deepStrictEqual(yield* find(`${word} d`, here), [dora])
        deepStrictEqual(
          [yield* find("", here), yield* find(" ", here)],
          [
            [carl, dora],
            [carl, dora]
          ]
        )
        deepStrictEqual(yield* find(word.charAt(0), here), [carl, dora])
        for (const text of ["", "x", "%%%", "___", "\n"]) deepStrictEqual(yield* find(text, Option.none()), [])
        deepStrictEqual(yield* named(`${word} a`, here, 8), [{ id: anna, username: `${word} anna` }])
      })
    )
  })
