import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { lexemesOf } from "@rare-disease-community/text/Lexemes"
import { Effect, type Layer, Option } from "effect"
import type { DiseaseId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo, type PostToAdd } from "../../../src/ports/posts/PostsRepo.ts"
import { type RelatedRequest, wordsInComments } from "../../../src/search/posts/Similarity.ts"
import { filtered, newComment, newDiseases, newPost, newPosts, newUser, unique, view } from "../newRows.ts"

const newDisease = Effect.suspend(() => Effect.flatMap(newDiseases(unique()), ([id]) => Effect.fromNullable(id)))

const add = (overrides: Partial<PostToAdd> = {}) => Effect.map(newPost(overrides), ({ id }) => id)

const about = (diseaseId: DiseaseId, overrides: Partial<PostToAdd> = {}) =>
  add({ diseaseId: Option.some(diseaseId), ...overrides })

const related = (overrides: Partial<RelatedRequest>) =>
  Effect.flatMap(PostsRepo, (posts) =>
    posts.related({ words: [], filed: [], named: [], except: Option.none(), limit: 50, ...overrides })
  )

const ids = (overrides: Partial<RelatedRequest>) =>
  Effect.map(related(overrides), (found) => found.map(({ post }) => post.id))

const matchesOf = (overrides: Partial<RelatedRequest>) =>
  Effect.map(related(overrides), (found) =>
    found.map(({ inComments, inPost, named, post }) => ({ id: post.id, inPost, inComments, named }))
  )

const words = (...lexemes: ReadonlyArray<string | ReadonlyArray<string>>): RelatedRequest["words"] =>
  lexemes.map((one) => ({ lexemes: typeof one === "string" ? [one] : one, weight: 10, isRare: true }))

const filedUnder = (...diseases: ReadonlyArray<DiseaseId>): RelatedRequest["filed"] =>
  diseases.map((diseaseId) => ({ diseaseId, weight: 10 }))

const naming = (diseaseId: DiseaseId, names: ReadonlyArray<string>, unless: ReadonlyArray<string> = []) => ({
  diseaseId,
  phrases: names.map((name) => ({ lexemes: name.split(" "), unless })),
  weight: 10
})

/** A match without words and diseases. */
const nothing = { inPost: [], inComments: [], named: [] }

/** The contract of `PostsRepo` for posts related to words and diseases. */
export const postsRelatedContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.related`, (it) => {
    it.effect("PostsRepo.related gives the words in title or content, and the words in comments only", () =>
      Effect.gen(function* () {
        const [one, two, three, four] = [unique(), unique(), unique(), unique()]
        const id = yield* add({ title: `on ${one}`, content: filtered(`${two} ${two} and ${one}`) })
        const ada = yield* newUser()
        yield* newComment(id, ada, `${three} ${two}`)
        yield* newComment(id, ada, `${three} again`)
        deepStrictEqual(yield* matchesOf({ words: words(four, three, two, one) }), [
          { id, inPost: [2, 3], inComments: [1], named: [] }
        ])
        deepStrictEqual(yield* matchesOf({ words: words([four, two]) }), [{ ...nothing, id, inPost: [0] }])
        deepStrictEqual(yield* matchesOf({ words: words(four) }), [])
      })
    )

    it.effect("PostsRepo.related searches comments for the first words only", () =>
      Effect.gen(function* () {
        const lexemes = Array.from({ length: wordsInComments + 1 }, unique)
        const last = lexemes.at(-1) ?? ""
        const [a, b] = [yield* add(), yield* add({ title: last })]
        yield* newComment(a, yield* newUser(), lexemes.join(" "))
        deepStrictEqual(yield* matchesOf({ words: words(...lexemes) }), [
          { ...nothing, id: a, inComments: lexemes.slice(0, -1).map((_, place) => place) },
          { ...nothing, id: b, inPost: [wordsInComments] }
        ])
      })
    )

    it.effect("PostsRepo.related finds all words of a stem, and pairs of characters", () =>
      Effect.gen(function* () {
        const word = unique()
        const id = yield* add({ title: `${word} surgeries`, content: filtered("马凡综合征") })
        const stem = lexemesOf("surgery").at(-1)?.lexeme ?? ""
        deepStrictEqual(yield* matchesOf({ words: words(word, stem, "综合") }), [{ ...nothing, id, inPost: [0, 1, 2] }])
      })
    )

    it.effect("PostsRepo.related finds posts filed under one of the diseases, whatever their words", () =>
      Effect.gen(function* () {
        const [marfan, other, third] = [yield* newDisease, yield* newDisease, yield* newDisease]
        const [a, b] = [yield* about(marfan), yield* about(other)]
        yield* about(third)
        yield* add()
        deepStrictEqual(yield* matchesOf({ filed: filedUnder(marfan, other) }), [
          { ...nothing, id: b },
          { ...nothing, id: a }
        ])
      })
    )

    it.effect(
      "PostsRepo.related finds posts that name a disease in title or content as a phrase, and gives the disease",
      () =>
        Effect.gen(function* () {
          const [one, other] = [yield* newDisease, yield* newDisease]
          const [red, green, blue] = [unique(), unique(), unique()]
          const a = yield* add({ title: `${red} ${green}` })
          const b = yield* add({ content: filtered(`the ${red} ${green} and ${blue}`) })
          const c = yield* about(other, { title: `${green} ${red} ${blue}` })
          yield* newComment(yield* add(), yield* newUser(), `${red} ${green}`)
          yield* add({ title: red, content: filtered(green) })
          const request = { named: [naming(one, [`${red} ${green}`]), naming(other, [`${red} ${blue}`, blue])] }
          deepStrictEqual(yield* matchesOf(request), [
            { ...nothing, id: c, named: [other] },
            { ...nothing, id: b, named: [one, other] },
            { ...nothing, id: a, named: [one] }
          ])
          deepStrictEqual(yield* matchesOf({ named: [naming(one, [`${red} ${green}`], [blue])] }), [
            { ...nothing, id: a, named: [one] }
          ])
        })
    )

    it.effect("PostsRepo.related orders by the sum of weights, then the newer first", () =>
      Effect.gen(function* () {
        const [marfan, other] = [yield* newDisease, yield* newDisease]
        const [one, two, name] = [unique(), unique(), unique()]
        const both = filtered(`${one} ${two}`)
        const a = yield* add({ content: both })
        const b = yield* about(marfan)
        const c = yield* about(marfan, { content: filtered(one) })
        const d = yield* about(other, { content: both })
        const e = yield* add({ title: two })
        const f = yield* about(marfan, { title: name })
        const request = {
          words: [
            ...words(one).map((word) => ({ ...word, weight: 3 })),
            ...words(two).map((word) => ({ ...word, weight: 2 }))
          ],
          filed: [{ diseaseId: marfan, weight: 4 }],
          named: [{ ...naming(marfan, [name]), weight: 3 }]
        }
        deepStrictEqual(yield* ids(request), [c, d, a, f, b, e])
        deepStrictEqual(yield* ids({ ...request, limit: 2 }), [c, d])
      })
    )

    it.effect("PostsRepo.related finds common words as it finds rare ones", () =>
      Effect.gen(function* () {
        const [one, two] = [unique(), unique()]
        const a = yield* add({ title: `${one} ${two}` })
        const b = yield* add({ title: one })
        const common = words(one, two).map((word) => ({ ...word, isRare: false }))
        deepStrictEqual(yield* ids({ words: common }), [a, b])
      })
    )

    it.effect("PostsRepo.related leaves out the excepted post and removed posts", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [word, disease] = [unique(), yield* newDisease]
        const [a, b, c] = [yield* about(disease), yield* add({ title: word }), yield* about(disease, { title: word })]
        const request = { words: words(word), filed: filedUnder(disease) }
        deepStrictEqual(yield* ids({ ...request, except: Option.some(c) }), [b, a])
        deepStrictEqual(yield* ids({ ...request, except: Option.some(b) }), [c, a])
        yield* posts.remove(c)
        deepStrictEqual(yield* ids(request), [b, a])
      })
    )

    it.effect("PostsRepo.related gives posts as PostsRepo.page does", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const disease = yield* newDisease
        const id = yield* about(disease)
        yield* newComment(id, yield* newUser())
        yield* view(id)
        const listed = yield* posts.page({ diseaseId: disease }, { offset: 0, limit: 1 })
        const found = yield* related({ filed: filedUnder(disease) })
        deepStrictEqual(
          listed.items,
          found.map(({ post }) => post)
        )
      })
    )

    it.effect("PostsRepo.related finds nothing for an empty request, and takes any characters literally", () =>
      Effect.gen(function* () {
        yield* add()
        deepStrictEqual(yield* related({}), [])
        const hostile = ["'", "\\", "' | 'a", "a:*", "') or true --", "!a", '"', "{}", "%", "\n", "🌿"]
        const named = [{ diseaseId: yield* newDisease, phrases: [{ lexemes: hostile, unless: hostile }], weight: 1 }]
        deepStrictEqual(yield* related({ words: words(...hostile), named }), [])
      })
    )

    it.effect("PostsRepo.wordCounts counts the posts with any lexeme of a word in title or content", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [one, two, three] = [unique(), unique(), unique()]
        const id = yield* add({ title: one, content: filtered(two) })
        yield* add({ content: filtered(`${two} ${two}`) })
        yield* newComment(id, yield* newUser(), three)
        const counts = yield* posts.wordCounts([[one], [two], [three], [one, two], [two]])
        deepStrictEqual(counts.withWord, [1, 2, 0, 2, 2])
        const more = yield* posts.wordCounts([])
        deepStrictEqual(more, { posts: counts.posts, withWord: [] })
      })
    )

    it.effect("PostsRepo.wordCounts counts in the newest posts only", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [old, now] = [unique(), unique()]
        const authorId = yield* newUser()
        yield* add({ authorId, title: old })
        yield* newPosts(
          authorId,
          Array.from({ length: 300 }, () => ({ title: now }))
        )
        deepStrictEqual(yield* posts.wordCounts([[old], [now]]), { posts: 300, withWord: [0, 300] })
      })
    )
  })
