import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { maxFamilySubtypes } from "@rare-disease-community/names/Limits"
import { Effect, type Layer, Option, Struct } from "effect"
import type { DiseaseId } from "../../../src/domain/Ids.ts"
import type { PostKey } from "../../../src/domain/Lists.ts"
import type { PageSlice } from "../../../src/domain/Page.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { type PostListing, PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { newComment, newPost, newUser } from "../newRows.ts"
import { checkPagesByKey, walk } from "../walking.ts"
import { newDisease, save } from "./newDiseases.ts"

/** Diseases by the names of a test, each with those of its supertypes. */
const family = {
  field: [],
  group: ["field"],
  kind: ["group"],
  other: ["group"],
  "other form": ["other"],
  asked: ["kind"],
  form: ["asked"],
  "form of form": ["form"],
  sibling: ["kind"],
  stranger: ["field"]
} as const

type Called = keyof typeof family

/** Saves the family. The field has more subtypes than a family may have, the group as many as it may have. */
const saved = Effect.gen(function* () {
  const rows = new Map(Struct.keys(family).map((called) => [called, newDisease()] as const))
  const keyOf = (called: Called) => rows.get(called)?.key ?? ""
  const unnamed = maxFamilySubtypes - 7
  yield* save(
    ...Struct.keys(family).map((called) => ({
      ...newDisease(),
      ...rows.get(called),
      parents: family[called].map(keyOf)
    })),
    ...Array.from({ length: unnamed }, () => ({ ...newDisease(), parents: [keyOf("group")] }))
  )
  const known = new Map((yield* Effect.flatMap(DiseasesRepo, ({ known }) => known)).map(({ id, key }) => [key, id]))
  return (called: Called): DiseaseId | undefined => known.get(keyOf(called))
})

/** Two posts about each disease of the family, with views and replies. */
const written = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const idOf = yield* saved
  const author = yield* newUser()
  const names = new Map<number, string>()
  for (const called of Struct.keys(family)) {
    for (const nth of [1, 2]) {
      const category = nth === 1 ? "topic" : "question"
      const { id } = yield* newPost({ authorId: author, category, diseaseId: Option.fromNullable(idOf(called)) })
      yield* posts.addViews([{ id, views: (id * 7) % 5 }])
      yield* Effect.replicateEffect(newComment(id, author), id % 3)
      names.set(id, `${called} ${nth}`)
    }
  }
  const diseaseId = idOf("asked")
  return { author, diseaseId, idOf, nameOf: (id: number) => names.get(id) }
})

const page = (filter: PostListing) => (window: PageSlice<PostKey>) =>
  Effect.flatMap(PostsRepo, (posts) => posts.page(filter, window))

/** The contract of `PostsRepo` for a list of posts about a disease and its families. */
export const postsFamilyContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.page with related posts`, (it) => {
    it.effect(
      "PostsRepo.page lists the disease and its subtypes, then its families up to the last with few subtypes, marked",
      () =>
        Effect.gen(function* () {
          const { diseaseId, nameOf } = yield* written
          const { items, total } = yield* page({ diseaseId, includeRelated: true })({ offset: 0, limit: 100 })
          deepStrictEqual(
            items.map(({ id, related = false }) => [nameOf(id), related]),
            [
              ...["form of form", "form", "asked"].flatMap((called) => [
                [`${called} 2`, false],
                [`${called} 1`, false]
              ]),
              ...["sibling", "other form", "other", "kind", "group"].flatMap((called) => [
                [`${called} 2`, true],
                [`${called} 1`, true]
              ])
            ]
          )
          strictEqual(total, 16)
        })
    )

    for (const sort of ["date", "views", "replies"] as const) {
      it.effect(
        `PostsRepo.page with related posts gives the same by keys as by offsets, by ${sort}, with filters`,
        () =>
          Effect.gen(function* () {
            const { author, diseaseId } = yield* written
            const about = { diseaseId, includeRelated: true, sort }
            strictEqual((yield* checkPagesByKey(page(about))).length, 16)
            for (const filter of [{ category: "topic" as const }, { answered: false, category: "question" as const }])
              strictEqual((yield* checkPagesByKey(page({ ...about, ...filter }))).length, 8)
            strictEqual((yield* checkPagesByKey(page({ ...about, authorId: author }))).length, 16)
            strictEqual((yield* checkPagesByKey(page({ ...about, language: "is" }))).length, 0)
          })
      )
    }

    it.effect("PostsRepo.page with related posts repeats none when posts join behind the page", () =>
      Effect.gen(function* () {
        const { author, diseaseId, idOf } = yield* written
        const listed = page({ diseaseId, includeRelated: true })
        const before = yield* walk(listed, 100)
        const write = (called: Called) => newPost({ authorId: author, diseaseId: Option.fromNullable(idOf(called)) })
        const ids = yield* walk(listed, 3, () => Effect.all([write("asked"), write("sibling")]))
        deepStrictEqual(
          ids.filter((id) => before.includes(id)),
          before
        )
        strictEqual(new Set(ids).size, ids.length)
      })
    )

    it.effect(
      "DiseasesRepo.postsAbout counts the posts about each disease and its subtypes, and gives an id once",
      () =>
        Effect.gen(function* () {
          const { idOf } = yield* written
          const { postsAbout } = yield* DiseasesRepo
          const ids = (["group", "form of form", "asked", "group"] as const).flatMap((called) => idOf(called) ?? [])
          deepStrictEqual(
            (yield* postsAbout(ids)).map(({ id, posts }) => [id, posts]),
            [
              [ids[0], 16],
              [ids[1], 2],
              [ids[2], 6]
            ]
          )
          deepStrictEqual(yield* postsAbout([]), [])
        })
    )

    it.effect("PostsRepo.page without a disease, or about one without families, has no related posts", () =>
      Effect.gen(function* () {
        const { idOf } = yield* written
        const window = { offset: 0, limit: 3 }
        const [all, same] = [yield* page({})(window), yield* page({ includeRelated: true })(window)]
        deepStrictEqual(same, all)
        const of = (called: Called) => page({ diseaseId: idOf(called), includeRelated: true })
        strictEqual((yield* of("stranger")(window)).total, 2)
        strictEqual((yield* of("field")(window)).total, 20)
      })
    )
  })
