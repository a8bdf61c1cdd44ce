import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { codeSystems } from "@rare-disease-community/catalogue/DiseaseCode"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { StarterFiles } from "../../../../src/ports/ContentFiles.ts"
import { community } from "../../../support/Community.ts"
import { diseaseNamed, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { until } from "../../../support/Waiting.ts"
import { at, eachOf, listAt, membersOf, placeOf, recordOf, refusedFor } from "../../../support/Wire.ts"

const get = (query: string) => send("GET", `/api/diseases?${query}`)

const starters = Effect.flatMap(StarterFiles, ({ diseases }) => diseases)

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/diseases", (it) => {
  it.effect("lists diseases by name, in the form of the contract", () =>
    Effect.gen(function* () {
      const { diseases } = yield* starters
      // The total is of those that can be found: the index is read after the start.
      yield* until(Effect.map(get("limit=1"), (one) => placeOf(one).total === diseases.length))
      const list = yield* get("limit=100")
      strictEqual(list.status, 200)
      deepStrictEqual(placeOf(list), {
        page: 1,
        limit: 100,
        total: diseases.length,
        totalPages: Math.ceil(diseases.length / 100),
        hasMore: diseases.length > 100
      })
      const rest = eachOf(yield* get("limit=100&page=2"), "name")
      const names = diseases.map(({ name }) => name.toLowerCase()).sort()
      deepStrictEqual(
        [...eachOf(list, "name"), ...rest].map((name) => String(name).toLowerCase()),
        names
      )
      for (const disease of listAt(list.body, "data")) {
        deepStrictEqual(membersOf(disease), ["categories", "codes", "id", "name", "postCount", "synonyms"])
        deepStrictEqual(
          membersOf(at(disease, "codes")).filter((system) => !codeSystems.some((known) => known === system)),
          []
        )
      }
      deepStrictEqual(membersOf(list.body), ["data", "pagination"])
    })
  )

  it.effect("shows synonyms, codes and categories, and in detail the sources", () =>
    Effect.gen(function* () {
      const { diseases, sources } = yield* starters
      const marfan = diseases.find(({ name }) => name === "Marfan syndrome")
      const listed = listAt((yield* get("search=Marfan+syndrome&limit=1")).body, "data")[0]
      const { matchedOn, ...summary } = recordOf(listed)
      deepStrictEqual(
        [at(listed, "name"), at(listed, "codes"), at(listed, "postCount"), matchedOn],
        ["Marfan syndrome", marfan?.codes, 0, { field: "name", text: "Marfan syndrome" }]
      )
      for (const synonym of marfan?.synonyms ?? []) assertTrue(listAt(listed, "synonyms").includes(synonym))
      const categories = listAt(listed, "categories")
      deepStrictEqual(
        categories.map((category) => at(category, "name")),
        [...(marfan?.categories ?? [])]
      )
      for (const category of categories) deepStrictEqual(membersOf(category), ["id", "name"])
      const { body } = yield* send("GET", `/api/diseases/${at(listed, "id")}`)
      const { names, phenotypes, sources: shownSources, ...detail } = recordOf(body)
      deepStrictEqual(detail, {
        ...summary,
        description: marfan?.description,
        parents: [],
        children: [],
        childCount: 0,
        onset: [],
        inheritance: [],
        prevalence: [],
        genes: []
      })
      const own = marfan?.sources.map((source) => ({ ...sources[source] })) ?? []
      assertTrue(own.length > 0)
      deepStrictEqual(listAt(shownSources).slice(0, own.length), own)
      assertTrue(listAt(names).some((name) => at(name, "name") === "Syndrome de Marfan"))
    })
  )

  it.effect("adds all categories with their counts on request, beside any other parameter", () =>
    Effect.gen(function* () {
      const { categories, diseases } = yield* starters
      const expected = [...categories]
        .sort()
        .map((name) => [name, diseases.filter((disease) => disease.categories.includes(name)).length])
      for (const query of [
        "categories=true",
        "categories=1",
        "categories=true&search=marfan",
        "categories=true&page=9"
      ]) {
        const { body, status } = yield* get(query)
        const listed = listAt(body, "categories")
        deepStrictEqual(
          [status, listed.map((category) => [at(category, "name"), at(category, "diseaseCount")])],
          [200, expected]
        )
        for (const category of listed) deepStrictEqual(membersOf(category), ["diseaseCount", "id", "name"])
      }
      for (const query of ["categories=false", "categories=0", "categories=", ""]) {
        deepStrictEqual(membersOf((yield* get(query)).body), ["data", "pagination"])
      }
      for (const bad of ["yes", "TRUE", "2"])
        refusedFor(yield* get(`categories=${bad}`), 400, /^categories must be true or false/)
    })
  )

  it.effect("narrows a list and a search to a category", () =>
    Effect.gen(function* () {
      const { diseases } = yield* starters
      const { body } = yield* get("categories=true")
      for (const category of listAt(body, "categories").slice(0, 5)) {
        const list = yield* get(`category=${at(category, "id")}&limit=100`)
        const names = diseases
          .filter(({ categories }) => categories.some((name) => name === at(category, "name")))
          .map(({ name }) => name)
        deepStrictEqual(eachOf(list, "name").toSorted(), names.sort())
      }
      const ofMarfan = at((yield* get("search=ORPHA:558")).body, "data", 0, "categories", 0, "id")
      deepStrictEqual(eachOf(yield* get(`search=marfan+syndrome&category=${ofMarfan}`), "name")[0], "Marfan syndrome")
      const unknown = yield* get("category=2147483647")
      deepStrictEqual([unknown.status, eachOf(unknown), at(unknown.body, "pagination", "total")], [200, [], 0])
    })
  )

  it.effect("counts the posts about each disease", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* diseaseNamed(maria, "Fabry disease")
      const count = Effect.all([
        Effect.map(send("GET", `/api/diseases/${id}`), ({ body }) => at(body, "postCount")),
        Effect.map(get("search=Fabry+disease&limit=1"), ({ body }) => at(body, "data", 0, "postCount"))
      ])
      deepStrictEqual(yield* count, [0, 0])
      const post = yield* publish(maria, { diseaseId: id })
      deepStrictEqual(yield* count, [1, 1])
      yield* send("PATCH", `/api/posts/${post.id}`, { as: maria.token, body: { diseaseId: null } })
      deepStrictEqual(yield* count, [0, 0])
    })
  )
})
