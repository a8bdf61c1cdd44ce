import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { queryOf } from "@rare-disease-community/text/Lexemes"
import { Array, Effect, FastCheck, type Layer, Option } from "effect"
import type { DiseaseId, PostId } from "../../../src/domain/Ids.ts"
import type { PostFilter, PostSort } from "../../../src/domain/posts/Post.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import type { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo, type PostUpdate } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { filtered, newComment, newDiseases, newPost, newUser, postChange, unique, view } from "../newRows.ts"

/** A new disease: a list narrowed to it has the posts of its test and no others. */
const newDisease = Effect.suspend(() => Effect.flatMap(newDiseases(unique()), ([id]) => Effect.fromNullable(id)))

/** A page without a search, or with one: each word a part of its own, the last maybe half typed. */
const find = ({ search, sort = "date", ...filter }: PostFilter, offset = 0, limit = 50) =>
  Effect.gen(function* () {
    const posts = yield* PostsRepo
    if (search === undefined) {
      if (sort === "relevance") return yield* Effect.dieMessage("relevance of no search")
      const { items, total } = yield* posts.page({ ...filter, sort }, { offset, limit })
      return { ids: items.map(({ id }) => id), total }
    }
    const parts = queryOf(search).map((term) => ({ terms: [term], diseaseIds: [], words: 1 }))
    const query = { ...filter, alternatives: [parts], unwanted: [], whole: Option.none(), sort }
    const { items, total } = yield* posts.search(query, { offset, limit })
    return { ids: items.map(({ post }) => post.id), total }
  })

const search = (search: string, filter: PostFilter = {}) =>
  Effect.map(find({ ...filter, search }), ({ ids, total }) => {
    strictEqual(total, ids.length)
    return ids
  })

const change = (id: PostId, given: Partial<PostUpdate>) =>
  Effect.gen(function* () {
    const posts = yield* PostsRepo
    return yield* posts.update(id, postChange(given), yield* newUser())
  })

/** Characters of which many fold, stem, or stand without spaces. */
const wordy = FastCheck.string({
  unit: FastCheck.constantFrom(..."abcEINGS éßİ1-' 中文テスト漢字ไทย한국어مرحبا हिन्दी".split("")),
  minLength: 1,
  maxLength: 60
})

/** Every Han character of the first block, again and again: no pair of neighbours stands twice before the block ends. */
const han = (count: number) => Array.makeBy(count, (index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join("")

/** The contract of `PostsRepo` for lists, and for the words of searches. */
export const postsPageContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | Transaction | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.page`, (it) => {
    it.effect("PostsRepo.page lists posts newest first, and gives the total past the end too", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const before = yield* find({})
        const diseaseId = Option.some(yield* newDisease)
        const [a, b, c] = [yield* newPost(), yield* newPost({ diseaseId }), yield* newPost()]
        deepStrictEqual(yield* find({}, 0, 3), { ids: [c.id, b.id, a.id], total: before.total + 3 })
        deepStrictEqual(yield* find({ sort: "date" }, 1, 1), { ids: [b.id], total: before.total + 3 })
        deepStrictEqual(yield* find({}, 1_000, 3), { ids: [], total: before.total + 3 })
        const { content: _c, contentHtml: _h, liked: _l, ...summary } = b
        deepStrictEqual((yield* posts.page({}, { offset: 1, limit: 1 })).items, [summary])
      })
    )

    it.effect("PostsRepo.page narrows to a disease, to a category, and to both", () =>
      Effect.gen(function* () {
        const [marfan, other] = [yield* newDisease, yield* newDisease]
        const about = (diseaseId: DiseaseId, category: "topic" | "question") =>
          Effect.map(newPost({ diseaseId: Option.some(diseaseId), category }), ({ id }) => id)
        const questions = (yield* find({ category: "question" })).total
        const a = yield* about(marfan, "topic")
        const b = yield* about(marfan, "question")
        const c = yield* about(other, "question")
        deepStrictEqual(yield* find({ diseaseId: marfan }), { ids: [b, a], total: 2 })
        deepStrictEqual(yield* find({ diseaseId: marfan, category: "topic" }), { ids: [a], total: 1 })
        deepStrictEqual(yield* find({ category: "question" }, 0, 2), { ids: [c, b], total: questions + 2 })
        deepStrictEqual(yield* find({ diseaseId: other, category: "topic" }), { ids: [], total: 0 })
      })
    )

    it.effect("PostsRepo.page gives totals that follow changed, rolled back and removed posts", () =>
      Effect.gen(function* () {
        const [posts, { atomically }] = [yield* PostsRepo, yield* Transaction]
        const [from, to] = [yield* newDisease, yield* newDisease]
        const totals = Effect.all(
          [{ diseaseId: from }, { diseaseId: to }, { diseaseId: to, category: "question" as const }].map((filter) =>
            Effect.map(find(filter), ({ total }) => total)
          )
        )
        const post = newPost({ diseaseId: Option.some(from) })
        const [first, second] = [yield* post, yield* post]
        deepStrictEqual(yield* totals, [2, 0, 0])
        yield* change(first.id, { diseaseId: Option.some(Option.some(to)) })
        deepStrictEqual(yield* totals, [1, 1, 0])
        yield* change(first.id, { category: Option.some("question") })
        deepStrictEqual(yield* totals, [1, 1, 1])
        yield* Effect.flip(atomically(Effect.zipRight(posts.remove(first.id), Effect.fail("undone"))))
        deepStrictEqual(yield* totals, [1, 1, 1])
        yield* change(second.id, { diseaseId: Option.some(Option.none()) })
        yield* posts.remove(first.id)
        deepStrictEqual(yield* totals, [0, 0, 0])
      })
    )

    it.effect("PostsRepo.page sorts by views or replies, the newer post first among equals", () =>
      Effect.gen(function* () {
        const diseaseId = yield* newDisease
        const category = "experience" as const
        const added = yield* Effect.forEach([1, 2, 3, 4], () =>
          newPost({ diseaseId: Option.some(diseaseId), category })
        )
        const [a, b, c, d] = added.map(({ id }) => id)
        if (a === undefined || b === undefined) return yield* Effect.dieMessage("no posts")
        const ada = yield* newUser()
        yield* view(a)
        yield* view(b, 2)
        yield* newComment(a, ada)
        yield* newComment(a, ada)
        yield* newComment(b, ada)
        const sorted = (sort: PostSort) => Effect.map(find({ diseaseId, category, sort }), ({ ids }) => ids)
        deepStrictEqual(yield* sorted("views"), [b, a, d, c])
        deepStrictEqual(yield* sorted("replies"), [a, b, d, c])
        deepStrictEqual(yield* sorted("date"), [d, c, b, a])
        deepStrictEqual(yield* find({ diseaseId, sort: "views" }, 1, 2), { ids: [a, d], total: 4 })
        deepStrictEqual(yield* find({ diseaseId, sort: "replies" }, 1, 2), { ids: [b, d], total: 4 })
        deepStrictEqual(yield* find({ sort: "views" }, 0, 2), { ids: [b, a], total: (yield* find({})).total })
      })
    )

    it.effect("PostsRepo.search finds a post whose title, content and comments have all terms between them", () =>
      Effect.gen(function* () {
        const [one, two, three, four] = [unique(), unique(), unique(), unique()]
        const { id } = yield* newPost({ title: `A ${one}`, content: filtered(`some ${two}`) })
        const other = yield* newPost({ title: one, content: filtered(four) })
        const ada = yield* newUser()
        yield* newComment(id, ada, `other ${three}`)
        yield* newComment(id, ada, `other ${four}`)
        for (const term of [two, three, `${two} ${one}`, `${one} ${three} ${two}`, `${three} ${four}`]) {
          deepStrictEqual(yield* search(term), [id])
        }
        deepStrictEqual(yield* search(`${one} ${four}`), [other.id, id])
        deepStrictEqual(yield* search(`${one} ${two} ${unique()}`), [])
      })
    )

    it.effect("PostsRepo.search ignores case, accents and English endings, and completes the last word", () =>
      Effect.gen(function* () {
        const word = unique()
        const title = `${word} Ménière STRASSE running fibrillopathy`
        const { id } = yield* newPost({ title })
        for (const found of ["meniere", "MÉNIÈRE", "straße", "runs", "run", "fibrillop", "fibrillopathies"]) {
          deepStrictEqual(yield* search(`${word} ${found}`), [id])
        }
        deepStrictEqual(yield* search(`fibrillop ${word}`), [])
        deepStrictEqual(yield* search(`${word} illopathy`), [])
      })
    )

    it.effect("PostsRepo.search finds any part of a text without spaces", () =>
      Effect.gen(function* () {
        const { id } = yield* newPost({ title: "罕见病患者", content: filtered("ครอบครัวของเรา") })
        yield* newComment(id, yield* newUser(), "マルファン症候群")
        for (const part of ["罕见", "见病患", "罕见病患者", "病", "者", "ครัว", "ファン症", "患者 症候群"]) {
          deepStrictEqual(yield* search(part), [id])
        }
        for (const absent of ["罕病", "病见", "见病者", "罕见病患者的"]) deepStrictEqual(yield* search(absent), [])
      })
    )

    it.effect.prop(
      "PostsRepo.search finds every post by its title, and by its content",
      [wordy, wordy],
      ([title, text]) =>
        Effect.gen(function* () {
          const diseaseId = yield* newDisease
          const { id } = yield* newPost({ title, content: filtered(text), diseaseId: Option.some(diseaseId) })
          for (const typed of [title, text]) {
            deepStrictEqual(yield* search(typed, { diseaseId }), queryOf(typed).length === 0 ? [] : [id])
          }
        }),
      { fastCheck: { numRuns: 40 } }
    )

    it.effect("PostsRepo.search finds nothing by a search without words", () =>
      Effect.gen(function* () {
        yield* newPost({ title: "!!" })
        for (const wordless of ["", "  ", "!!", "'", "\\", "&|!:*()<->"]) {
          deepStrictEqual(yield* find({ search: wordless }), { ids: [], total: 0 })
        }
      })
    )

    it.effect("PostsRepo.search narrows, sorts and pages the matches", () =>
      Effect.gen(function* () {
        const [word, diseaseId] = [unique(), yield* newDisease]
        const add = (given: Parameters<typeof newPost>[0]) =>
          Effect.map(newPost({ title: word, ...given }), ({ id }) => id)
        const [a, b] = [yield* add({ diseaseId: Option.some(diseaseId) }), yield* add({ category: "question" })]
        const c = yield* add({ content: filtered(word) })
        const ada = yield* newUser()
        yield* newComment(b, ada, word)
        yield* newComment(b, ada, word)
        deepStrictEqual(yield* find({ search: word }, 0, 2), { ids: [c, b], total: 3 })
        deepStrictEqual(yield* find({ search: word, sort: "replies" }, 1, 9), { ids: [c, a], total: 3 })
        deepStrictEqual(yield* find({ search: word, sort: "views" }, 3, 9), { ids: [], total: 3 })
        deepStrictEqual(yield* search(word, { diseaseId }), [a])
        deepStrictEqual(yield* search(word, { category: "question", sort: "views" }), [b])
        deepStrictEqual(yield* search(word, { category: "question", diseaseId }), [])
      })
    )

    it.effect("PostsRepo.search finds a changed title by its new words only, and the content as before", () =>
      Effect.gen(function* () {
        const [old, fresh, unchanged] = [unique(), unique(), unique()]
        const { id } = yield* newPost({ title: old, content: filtered(`${unchanged} 甲乙丙`) })
        yield* change(id, { title: Option.some(fresh) })
        deepStrictEqual(yield* search(old), [])
        for (const word of [fresh, unchanged, `${unchanged} 甲乙丙`, `${fresh} ${unchanged}`])
          deepStrictEqual(yield* search(word), [id])
      })
    )

    it.effect("PostsRepo.search finds a changed content by its new words only, and the title as before", () =>
      Effect.gen(function* () {
        const [old, fresh, unchanged] = [unique(), unique(), unique()]
        const { id } = yield* newPost({ title: `${unchanged} 甲乙丙`, content: filtered(old) })
        yield* change(id, { content: Option.some(filtered(fresh)) })
        deepStrictEqual(yield* search(old), [])
        for (const word of [fresh, unchanged, `${unchanged} 甲乙丙`, `${fresh} ${unchanged}`])
          deepStrictEqual(yield* search(word), [id])
      })
    )

    it.effect("PostsRepo.search finds a word of title and content as long as one of them has it", () =>
      Effect.gen(function* () {
        const [shared, other] = [unique(), unique()]
        const { id } = yield* newPost({ title: shared, content: filtered(shared) })
        yield* change(id, { title: Option.some(other) })
        deepStrictEqual(yield* search(shared), [id])
        yield* change(id, { title: Option.some(shared), content: Option.some(filtered(other)) })
        deepStrictEqual(yield* search(shared), [id])
        yield* change(id, { title: Option.some(other), category: Option.some("question") })
        deepStrictEqual(yield* search(shared), [])
      })
    )

    it.effect("PostsRepo.search finds phrases of a content after repeated changes of the title", () =>
      Effect.gen(function* () {
        const word = unique()
        const { id } = yield* newPost({ content: filtered(`${word} 甲乙丙丁`) })
        yield* Effect.forEach(Array.range(1, 70), (index) =>
          change(id, { title: Option.some("a ".repeat(300) + index) })
        )
        deepStrictEqual(yield* search(`甲乙丙丁 ${word}`), [id])
      })
    )

    it.effect(
      "PostsRepo.search finds the beginning, the middle and every pair of the longest content without spaces",
      () =>
        Effect.gen(function* () {
          const text = han(20_000)
          const diseaseId = yield* newDisease
          const { id } = yield* newPost({ title: han(200), content: filtered(text), diseaseId: Option.some(diseaseId) })
          for (const part of [text.slice(500, 520), text.slice(10_000, 10_020), text.slice(-2)]) {
            deepStrictEqual(yield* search(part, { diseaseId }), [id])
          }
          yield* change(id, { title: Option.some("short") })
          deepStrictEqual(yield* search(text.slice(10_000, 10_020), { diseaseId }), [id])
        })
    )
  })
