import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { phraseOf } from "@rare-disease-community/text/Lexemes"
import { Effect, type Layer, Option } from "effect"
import { PostReader, readerOfMember } from "../../../src/domain/posts/Audience.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { PostQuery, SearchPart } from "../../../src/search/posts/PostQuery.ts"
import { filtered, newComment, newPost, newUser, unique } from "../newRows.ts"
import { add, find, saveDiseases, typed } from "./PostsSearchContract.ts"

/** The contract of `PostsRepo` for searches by half names, for those that nothing matches, and for the words to correct them. */
export const postsNearestContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.search of what is near`, (it) => {
    it.effect("PostsRepo.search finds partially what has more than half of the words, and all that is required", () =>
      Effect.gen(function* () {
        const [one, two, three, four, bad] = [unique(), unique(), unique(), unique(), unique()]
        const [disease] = yield* saveDiseases({ key: unique(), name: "Filed" })
        const three1 = yield* add(one, `${two} and ${three}`)
        const commented = yield* add(`${one} ${two}`, "x")
        yield* newComment(commented, yield* newUser(), four)
        yield* add(`${one} ${two}`, "half of the words")
        yield* add(`${one} ${two} ${four}`, bad)
        const filed = yield* add(two, four, disease)
        const text = `${one} ${two} ${three} ${four}`
        const partly = (given: Partial<PostQuery> = {}) =>
          find(typed(`${text} -${bad}`, { partial: true, whole: Option.none(), ...given }))
        deepStrictEqual(yield* find(typed(text)), { ids: [], total: 0, exact: true })
        deepStrictEqual(yield* partly(), { ids: [commented, three1], total: 2, exact: true })
        deepStrictEqual(yield* find(typed(text, { partial: true }), 1, 1), { ids: [commented], total: 3, exact: true })
        const parts = typed(text).alternatives.flat()
        const requiring = parts.map((part, nth) => ({ ...part, required: nth === 3 }))
        deepStrictEqual((yield* partly({ alternatives: [requiring] })).ids, [commented])
        const about: SearchPart = {
          terms: phraseOf(unique(), false),
          diseaseIds: disease === undefined ? [] : [disease],
          words: 2
        }
        const named = [about, ...parts.slice(2)]
        deepStrictEqual(yield* partly({ alternatives: [parts, named] }), {
          ids: [commented, filed, three1],
          total: 3,
          exact: true
        })
        deepStrictEqual((yield* partly({ sort: "date" })).ids, [commented, three1])
      })
    )

    it.effect(
      "PostsRepo.search finds partially what has any word if no post has most, by the weight of its parts",
      () =>
        Effect.gen(function* () {
          const [one, two, three, four, bad] = [unique(), unique(), unique(), unique(), unique()]
          const light = yield* add(one, two)
          const heavy = yield* add("x", four)
          yield* add(four, bad)
          const parts = typed(`${one} ${two} ${three} ${four}`).alternatives.flat()
          const weighed = parts.map((part, nth) => ({ ...part, weight: nth === 3 ? 40 : 10 }))
          const search = typed(`-${bad}`, {
            partial: true,
            whole: Option.none(),
            alternatives: [parts.slice(0, 1), weighed]
          })
          const posts = yield* PostsRepo
          const { items, total } = yield* posts.search(search, { offset: 0, limit: 9 })
          const found = items.map(({ held = [], post }) => ({ id: post.id, held: held.toSorted((a, b) => a - b) }))
          deepStrictEqual([found, total], [[{ id: light, held: [0, 1, 2] }], 1])
          const nearest = yield* posts.search({ ...search, alternatives: [weighed] }, { offset: 0, limit: 9 })
          deepStrictEqual(
            nearest.items.map(({ held, post }) => [post.id, held]),
            [
              [heavy, [3]],
              [light, [0, 1]]
            ]
          )
          deepStrictEqual((yield* find({ ...search, alternatives: [weighed] }, 1, 9)).ids, [light])
          const full = yield* posts.search(typed(one), { offset: 0, limit: 9 })
          deepStrictEqual(full.items[0]?.held, undefined)
        })
    )

    it.effect("PostsRepo.search ranks what half a name finds after the words in any text", () =>
      Effect.gen(function* () {
        const [half, word] = [unique(), unique()]
        const [disease] = yield* saveDiseases({ key: unique(), name: "Filed" })
        if (disease === undefined) return yield* Effect.dieMessage("no disease")
        const commented = yield* add(word, "x")
        yield* newComment(commented, yield* newUser(), half)
        const filed = yield* add(word, "x", disease)
        const titled = yield* add(`${half} ${word}`, "x", disease)
        const [part, ...rest] = typed(`${half} ${word}`).alternatives.flat()
        const about = { terms: part?.terms ?? [], diseaseIds: [disease], isHalfName: true, words: 1 }
        const expected = { ids: [titled, commented, filed], total: 3, exact: true }
        deepStrictEqual(yield* find(typed("", { alternatives: [[about, ...rest]] })), expected)
        deepStrictEqual(
          yield* find(typed("", { alternatives: [[about, { ...about, terms: rest[0]?.terms ?? [] }]] })),
          expected
        )
      })
    )

    it.effect("PostsRepo.heldTerms tells which terms a text has that its reader may read", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const word = `${unique().replace(/\d/g, (digit) => "bcdfghjkmn".charAt(Number(digit)))}alk`
        const post = yield* add(`${word}one`, `${word}ings two`)
        yield* newComment(post, yield* newUser(), `${word}three`)
        yield* posts.remove(yield* add(`${word}four`, "x"))
        const authorId = yield* newUser()
        yield* newPost({ authorId, title: `${word}five`, content: filtered(`${word}six`), audience: "members" })
        const terms = ["one", "ings", "", "three", "four", "five", "six", "none"].map((end) => `${word}${end}`)
        const held = posts.heldTerms(terms.map((stem) => ({ _tag: "word", stem, prefix: undefined })))
        const isFor = [true, true, true, true, false, false, false, false]
        deepStrictEqual(yield* held, isFor)
        const asMember = Effect.provideService(held, PostReader, readerOfMember(authorId))
        deepStrictEqual(yield* asMember, [true, true, true, true, false, true, true, false])
        const [phrase, turned] = [phraseOf(`${word}ings two`, false), phraseOf(`two ${word}ings`, false)]
        const beginning = { _tag: "word", stem: "x'y", prefix: `${word}on` } as const
        deepStrictEqual(yield* posts.heldTerms([...phrase, ...turned, beginning]), [true, false, true])
        deepStrictEqual(yield* posts.heldTerms([]), [])
      })
    )

    it.effect("PostsRepo.countedWords counts the words of posts and comments, and the stems of their forms", () =>
      Effect.gen(function* () {
        const word = `${unique().replace(/\d/g, (digit) => "bcdfghjkmn".charAt(Number(digit)))}alk`
        const post = yield* add(`${word}ings and ${word}ings`, `${word}ed 12${word}`)
        yield* newComment(post, yield* newUser(), `${word}ings`)
        yield* (yield* PostsRepo).remove(yield* add(word, word))
        const counted = yield* Effect.flatMap(PostsRepo, ({ countedWords }) => countedWords)
        const ours = counted.filter(({ lexeme }) => lexeme.startsWith(word))
        deepStrictEqual(
          ours.toSorted((a, b) => b.times - a.times || (a.lexeme < b.lexeme ? -1 : 1)),
          [
            { lexeme: word, texts: 2, times: 4 },
            { lexeme: `${word}ings`, texts: 2, times: 3 },
            { lexeme: `${word}ed`, texts: 1, times: 1 }
          ]
        )
      })
    )
  })
