import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option } from "effect"
import type { DiseaseId } from "../../src/domain/Ids.ts"
import { lexemesOf } from "../../src/domain/SearchText.ts"
import type { CommentsRepo } from "../../src/repositories/CommentsRepo.ts"
import type { DiseasesRepo } from "../../src/repositories/DiseasesRepo.ts"
import { PostsRepo, type PostToAdd, type RelatedRequest } from "../../src/repositories/PostsRepo.ts"
import type { UsersRepo } from "../../src/repositories/UsersRepo.ts"
import { filtered, newComment, newDiseases, newPost, newUser, unique } from "./newRows.ts"

const newDisease = Effect.suspend(() => Effect.flatMap(newDiseases(unique()), ([id]) => Effect.fromNullable(id)))

const add = (given: Partial<PostToAdd> = {}) => Effect.map(newPost(given), ({ id }) => id)

const about = (diseaseId: DiseaseId, given: Partial<PostToAdd> = {}) =>
  add({ diseaseId: Option.some(diseaseId), ...given })

const related = (given: Partial<RelatedRequest>) =>
  Effect.flatMap(PostsRepo, (posts) =>
    posts.related({ lexemes: [], diseaseIds: [], except: Option.none(), limit: 50, ...given })
  )

const ids = (given: Partial<RelatedRequest>) => Effect.map(related(given), (found) => found.map(({ post }) => post.id))

const standing = (given: Partial<RelatedRequest>) =>
  Effect.map(related(given), (found) => found.map(({ inTitle, post, shared }) => ({ id: post.id, shared, inTitle })))

/** What every adapter of `PostsRepo` promises of the posts that are related to words and diseases. */
export const postsRelatedContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage, { timeout: "60 seconds" })(`${adapter}: PostsRepo.related`, (it) => {
    it.effect("tells which lexemes a post has in its title, its content or its comments", () =>
      Effect.gen(function* () {
        const [one, two, three, four] = [unique(), unique(), unique(), unique()]
        const id = yield* add({ title: `on ${one}`, content: filtered(`${two} ${two} and ${one}`) })
        const ada = yield* newUser()
        yield* newComment(id, ada, `${three} ${two}`)
        yield* newComment(id, ada, `${three} again`)
        deepStrictEqual(yield* standing({ lexemes: [four, three, two, one] }), [
          { id, shared: [three, two, one], inTitle: [one] }
        ])
        deepStrictEqual(yield* standing({ lexemes: [two] }), [{ id, shared: [two], inTitle: [] }])
        deepStrictEqual(yield* standing({ lexemes: [four] }), [])
      })
    )

    it.effect("finds all words of a stem by the stem, and pairs of characters", () =>
      Effect.gen(function* () {
        const word = unique()
        const id = yield* add({ title: `${word} surgeries`, content: filtered("马凡综合征") })
        const stem = lexemesOf("surgery").at(-1)?.lexeme ?? ""
        deepStrictEqual(yield* standing({ lexemes: [word, stem, "综合"] }), [
          { id, shared: [word, stem, "综合"], inTitle: [word, stem] }
        ])
      })
    )

    it.effect("finds what is filed under one of the diseases, whatever its words", () =>
      Effect.gen(function* () {
        const [marfan, other, third] = [yield* newDisease, yield* newDisease, yield* newDisease]
        const [a, b] = [yield* about(marfan), yield* about(other)]
        yield* about(third)
        yield* add()
        deepStrictEqual(yield* standing({ diseaseIds: [marfan, other] }), [
          { id: b, shared: [], inTitle: [] },
          { id: a, shared: [], inTitle: [] }
        ])
      })
    )

    it.effect("gives first what is about the disease, then what shares more lexemes, then the newer", () =>
      Effect.gen(function* () {
        const [marfan, other] = [yield* newDisease, yield* newDisease]
        const [one, two] = [unique(), unique()]
        const both = filtered(`${one} ${two}`)
        const a = yield* add({ content: both })
        const b = yield* about(marfan)
        const c = yield* about(marfan, { content: filtered(one) })
        const d = yield* about(other, { content: both })
        const e = yield* add({ title: two })
        const f = yield* about(marfan)
        const request = { lexemes: [one, two], diseaseIds: [marfan] }
        deepStrictEqual(yield* ids(request), [c, f, b, d, a, e])
        deepStrictEqual(yield* ids({ ...request, limit: 2 }), [c, f])
      })
    )

    it.effect("leaves out the post that is excepted, and counts none of what is removed", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const [word, disease] = [unique(), yield* newDisease]
        const [a, b, c] = [yield* about(disease), yield* add({ title: word }), yield* about(disease, { title: word })]
        const request = { lexemes: [word], diseaseIds: [disease] }
        deepStrictEqual(yield* ids({ ...request, except: Option.some(c) }), [a, b])
        deepStrictEqual(yield* ids({ ...request, except: Option.some(b) }), [c, a])
        yield* posts.remove(c)
        deepStrictEqual(yield* ids(request), [a, b])
      })
    )

    it.effect("gives posts as a list does", () =>
      Effect.gen(function* () {
        const posts = yield* PostsRepo
        const disease = yield* newDisease
        const id = yield* about(disease)
        yield* newComment(id, yield* newUser())
        yield* posts.view(id, Option.none())
        const listed = yield* posts.page({ diseaseId: disease }, { offset: 0, limit: 1 })
        deepStrictEqual(
          (yield* related({ diseaseIds: [disease] })).map(({ post }) => post),
          listed.items
        )
      })
    )

    it.effect("finds nothing where nothing is asked for, and takes any characters as they are", () =>
      Effect.gen(function* () {
        yield* add()
        deepStrictEqual(yield* related({}), [])
        const hostile = ["'", "\\", "' | 'a", "a:*", "') or true --", "!a", '"', "{}", "%", "\n", "🌿"]
        deepStrictEqual(yield* related({ lexemes: hostile }), [])
      })
    )
  })
