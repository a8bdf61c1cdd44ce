import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { catalogueChanged } from "../../../../src/domain/Change.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../../src/ports/diseases/DiseasesRepo.ts"
import { Transaction } from "../../../../src/ports/Transaction.ts"
import { Changes } from "../../../../src/services/Changes.ts"
import { newCode, newDisease, source, stored } from "../../../contracts/diseases/newDiseases.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, eachOf, refusedFor } from "../../../support/Wire.ts"

const retire = (disease: DiseaseToSave, successor: DiseaseToSave | null) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const changes = yield* Changes
    const { atomically } = yield* Transaction
    yield* atomically(
      Effect.zipRight(
        repo.retire([{ key: disease.key, successor: successor?.key ?? null }]),
        changes.append([catalogueChanged])
      )
    )
  })

const read = (ref: string | number) => send("GET", `/api/diseases/${encodeURIComponent(ref)}`)
const search = (typed: string, more = "") =>
  send("GET", `/api/diseases?search=${encodeURIComponent(typed)}&limit=100${more}`)

layer(community(Memory.layer), { excludeTestServices: true })("GET /api/diseases/:id", (it) => {
  it.effect("answers supertypes, subtypes, onset, inheritance, prevalence, genes and sources", () =>
    Effect.gen(function* () {
      const facts = {
        onset: ["Neonatal", "Adult"],
        inheritance: ["Autosomal dominant"],
        prevalence: [
          { type: "Point prevalence", class: "1-9 / 100 000", value: 6.25, region: "Worldwide", validated: true },
          { type: "Cases/families", class: null, value: null, region: "Europe", validated: false }
        ],
        genes: [{ symbol: "FBN1", name: "fibrillin 1", association: "Disease-causing germline mutation(s) in" }],
        sources: [source]
      }
      const parent = newDisease()
      const disease = newDisease({ ...facts, parents: [parent.key], codes: { orpha: [`ORPHA:${newCode()}`] } })
      const child = newDisease({ parents: [disease.key], description: null })
      const [parentId, id, childId] = yield* stored(parent, disease, child)
      const { body, status } = yield* read(id)
      deepStrictEqual(
        [status, body],
        [
          200,
          {
            id,
            name: disease.name,
            synonyms: [],
            codes: disease.codes,
            categories: [],
            postCount: 0,
            description: "What it is.",
            names: [],
            phenotypes: [],
            parents: [{ id: parentId, name: parent.name }],
            children: [{ id: childId, name: child.name }],
            childCount: 1,
            ...facts
          }
        ]
      )
      strictEqual(at((yield* read(childId)).body, "description"), null)
    })
  )

  it.effect("answers a disease under the ids and codes of those merged into it, which are listed no more", () =>
    Effect.gen(function* () {
      const [own, led] = [newCode(), newCode()]
      const gone = newDisease({ name: `Quixotic ${unique()}`, codes: { orpha: [`ORPHA:${own}`] } })
      const successor = newDisease({ name: `Quizzical ${unique()}`, retiredCodes: [`OMIM:${led}`] })
      const [goneId, id] = yield* stored(gone, successor)
      const maria = yield* join()
      const post = yield* publish(maria, { diseaseId: goneId })
      deepStrictEqual(eachOf(yield* search(gone.name))[0], goneId)
      yield* retire(gone, successor)

      const { body } = yield* read(id)
      strictEqual(at(body, "postCount"), 1)
      for (const ref of [goneId, `ORPHA:${own}`, `orpha ${own}`, `OMIM:${led}`]) {
        const found = yield* read(ref)
        deepStrictEqual([found.status, found.body], [200, body], String(ref))
      }
      deepStrictEqual(at((yield* send("GET", `/api/posts/${post.id}`)).body, "disease"), {
        id,
        name: successor.name
      })
      deepStrictEqual(eachOf(yield* search(`ORPHA:${own}`)), [id])
      strictEqual(eachOf(yield* search(gone.name)).includes(goneId), false)
      refusedFor(
        yield* send("POST", "/api/posts", {
          as: maria.token,
          body: { title: "A title", content: "A text", diseaseId: goneId }
        }),
        400,
        /^diseaseId names no disease we know/
      )
    })
  )

  it.effect("answers a retired disease without a successor, which is neither listed nor counted", () =>
    Effect.gen(function* () {
      const gone = newDisease()
      const [id] = yield* stored(gone)
      const count = Effect.map(send("GET", "/api/stats"), ({ body }) => at(body, "diseases"))
      const before = yield* count
      yield* retire(gone, null)
      strictEqual(at((yield* read(id)).body, "name"), gone.name)
      deepStrictEqual(eachOf(yield* search(gone.name)).includes(id), false)
      strictEqual(yield* count, Number(before) - 1)
      const total = at((yield* send("GET", "/api/diseases?limit=1")).body, "pagination", "total")
      strictEqual(total, yield* count)
    })
  )

  it.effect("lets posts and members that have a retired disease keep it in a change, and no others take it", () =>
    Effect.gen(function* () {
      const gone = newDisease()
      const [diseaseId] = yield* stored(gone)
      const [maria, bob] = [yield* join(), yield* join()]
      const [post, other] = [yield* publish(maria, { diseaseId }), yield* publish(maria)]
      const [asMaria, asBob] = [{ as: maria.token }, { as: bob.token }]
      yield* send("PATCH", "/api/users/me", { ...asMaria, body: { diseaseIds: [diseaseId] } })
      yield* retire(gone, null)
      const changed = yield* send("PATCH", `/api/posts/${post.id}`, {
        ...asMaria,
        body: { title: "Another", diseaseId }
      })
      deepStrictEqual([changed.status, at(changed.body, "diseaseId")], [200, diseaseId])
      const body = { diseaseIds: [diseaseId], diseasesVisibleTo: "me" }
      const kept = yield* send("PATCH", "/api/users/me", { ...asMaria, body })
      deepStrictEqual([kept.status, at(kept.body, "diseaseIds")], [200, [diseaseId]])
      refusedFor(
        yield* send("PATCH", `/api/posts/${other.id}`, { ...asMaria, body: { diseaseId } }),
        400,
        /^diseaseId /
      )
      refusedFor(yield* send("PATCH", "/api/users/me", { ...asBob, body }), 400, /^diseaseIds /)
    })
  )

  it.effect("lists the subtypes after a disease in a search with includeDescendants", () =>
    Effect.gen(function* () {
      const top = newDisease({ name: `Grandmaternal ${unique()}` })
      const [topId, leafId] = yield* stored(top, newDisease({ parents: [top.key] }))
      deepStrictEqual(eachOf(yield* search(top.name, "&includeDescendants=false")), [topId])
      deepStrictEqual(eachOf(yield* search(top.name, "&includeDescendants=true")), [topId, leafId])
    })
  )
})
