import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { searchQuery, wholePhrase } from "@rare-disease-community/text/SearchQuery"
import { Array, Effect, Layer, Option } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { PostQuery } from "../../../src/search/posts/PostQuery.ts"
import { filtered, moment, newComment, newUser } from "../../contracts/newRows.ts"
import { bothDatabases } from "../../support/Storage.ts"

/** Words that are rare each, and common together. */
const fifths = ["delta", "epsilon"]

/** More posts than hits for which a part counts as rare. */
const posts = 4_100

const find = (text: string, sort: PostQuery["sort"], offset = 0, limit = 5, partial = false) =>
  Effect.gen(function* () {
    const repo = yield* PostsRepo
    const { unwanted, wanted } = searchQuery(text)
    const parts = wanted.flatMap(({ terms }) => terms.map((term) => ({ terms: [term], diseaseIds: [], words: 1 })))
    const whole = partial ? Option.none() : Option.fromNullable(wholePhrase(searchQuery(text)))
    const found = yield* repo.search({ alternatives: [parts], unwanted, whole, sort, partial }, { offset, limit })
    return { ids: found.items.map(({ post }) => post.id), total: found.total, exact: found.exact }
  })

for (const { client, name } of bothDatabases) {
  layer(Layer.provide(Sql.layer, client))(`${name}: PostsRepo.search of common words`, (it) => {
    it.effect("PostsRepo.search of words in thousands of posts finds the newest, and ranks titles and comments", () =>
      Effect.gen(function* () {
        const repo = yield* PostsRepo
        const authorId = yield* newUser()
        const titles: Readonly<Record<number, string>> = { 7: "alpha beta", 4000: "beta", 4090: "alpha" }
        const rows = Array.range(0, posts - 1).map((nth) => ({
          authorId,
          authorKind: "human" as const,
          title: titles[nth] ?? "other",
          content: filtered(nth === 4_099 ? "beta" : `beta so alpha ${fifths[nth % 5] ?? ""}`),
          language: "und",
          category: "topic" as const,
          diseaseId: Option.none(),
          createdAt: moment
        }))
        const results = []
        for (const chunk of Array.chunksOf(rows, 500)) results.push(...(yield* repo.addAll(chunk)).results)
        const ids = results.map((result) => (result._tag === "Right" ? result.right.id : undefined))
        const newest = (nth: number) => ids.slice(0, posts - nth).reverse()
        const last = ids[4_099] ?? (yield* Effect.dieMessage("no posts"))
        const thousand = { total: 1_000, exact: false }
        deepStrictEqual(yield* find("beta", "date"), { ids: newest(0).slice(0, 5), ...thousand })
        deepStrictEqual((yield* find("alpha beta", "date")).ids, newest(1).slice(0, 5))
        deepStrictEqual((yield* find("alpha beta", "date", 990, 100)).ids, newest(1).slice(990, 1_000))
        deepStrictEqual(yield* find("alpha beta", "relevance"), {
          ids: [ids[7], ids[4_090], ids[4_000], ids[4_098], ids[4_097]],
          ...thousand
        })
        deepStrictEqual((yield* find("beta", "relevance")).ids, [
          ids[4_000],
          ids[7],
          ids[4_099],
          ids[4_098],
          ids[4_097]
        ])
        yield* newComment(last, yield* newUser(), "alpha gamma")
        deepStrictEqual((yield* find("alpha beta", "date")).ids, newest(0).slice(0, 5))
        deepStrictEqual(yield* find("beta gamma", "relevance"), { ids: [last], total: 1, exact: true })
        deepStrictEqual((yield* find("alpha beta -gamma", "date")).ids, newest(1).slice(0, 5))

        // More than half of the words, else any. Of posts with a rare one the newest 1,000 are read for the common ones.
        const partly = (text: string, offset = 0) => find(text, "date", offset, 5, true)
        const nths = Array.range(0, 4_098).reverse()
        const rare = nths.filter((nth) => nth % 5 < 2).map((nth) => ids[nth])
        deepStrictEqual(yield* partly("delta epsilon alpha"), { ids: rare.slice(0, 5), ...thousand })
        deepStrictEqual((yield* partly("delta epsilon alpha", 998)).ids, rare.slice(998, 1_000))
        deepStrictEqual(yield* partly("beta so omega"), { ids: newest(1).slice(0, 5), ...thousand })
        deepStrictEqual(yield* partly("beta omega psi"), { ids: newest(0).slice(0, 5), ...thousand })
      })
    )
  })
}
