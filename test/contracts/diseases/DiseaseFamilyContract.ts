import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, type Layer } from "effect"
import { maxChildren } from "../../../src/domain/diseases/Disease.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { DiseasesRepo, maxDescent } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { unique } from "../newRows.ts"
import { newDisease, save, stored } from "./newDiseases.ts"

const family = (id: DiseaseId) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.map(repo.get(id), ({ childCount, children, parents }) => ({
      parents: parents.map((parent) => parent.id),
      children: children.map((child) => child.id),
      childCount
    }))
  )

const descendants = (ids: ReadonlyArray<DiseaseId>, limit = 100) =>
  Effect.flatMap(DiseasesRepo, (repo) => repo.descendants(ids, limit))

/** The contract of `DiseasesRepo` for supertypes and subtypes. */
export const diseaseFamilyContract = <E>(adapter: string, storage: Layer.Layer<DiseasesRepo, E>) =>
  layer(storage)(`${adapter}: DiseasesRepo, family`, (it) => {
    it.effect("DiseasesRepo.get lists parents and children of a disease by name", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const [z, a] = [newDisease({ name: `z ${unique()}` }), newDisease({ name: `A ${unique()}` })]
        const child = newDisease({ name: `m ${unique()}`, parents: [z.key, a.key] })
        const last = newDisease({ name: `n ${unique()}`, parents: [z.key] })
        const [zId, aId, childId, lastId] = yield* stored(z, a, child, last)
        deepStrictEqual(yield* family(childId), { parents: [aId, zId], children: [], childCount: 0 })
        deepStrictEqual(yield* family(zId), { parents: [], children: [childId, lastId], childCount: 2 })
        deepStrictEqual((yield* repo.get(aId)).children, [{ id: childId, name: child.name }])
      })
    )

    it.effect(`DiseasesRepo.get lists the first ${maxChildren} children, and counts all`, () =>
      Effect.gen(function* () {
        const parent = newDisease()
        const children = Array.makeBy(maxChildren + 5, (at) =>
          newDisease({ name: `child ${String(at).padStart(3, "0")}`, parents: [parent.key] })
        )
        const [id, ...childIds] = yield* stored(parent, ...children.toReversed())
        deepStrictEqual(yield* family(id), {
          parents: [],
          children: childIds.toReversed().slice(0, maxChildren),
          childCount: maxChildren + 5
        })
      })
    )

    it.effect(
      "DiseasesRepo.save ignores an unknown parent until it is stored, a repeated one, and the disease itself",
      () =>
        Effect.gen(function* () {
          const late = newDisease()
          const child = newDisease()
          const orphan = { ...child, parents: [late.key, child.key, late.key] }
          const [id] = yield* stored(orphan)
          deepStrictEqual((yield* family(id)).parents, [])
          const [lateId] = yield* stored(late)
          deepStrictEqual((yield* family(id)).parents, [])
          deepStrictEqual(yield* save(orphan), { added: 0, changed: 1, unchanged: 0 })
          deepStrictEqual((yield* family(id)).parents, [lateId])
          deepStrictEqual(yield* save(orphan), { added: 0, changed: 0, unchanged: 1 })
        })
    )

    it.effect("DiseasesRepo.save links a parent and a child of one save, in any order", () =>
      Effect.gen(function* () {
        const parent = newDisease()
        const child = newDisease({ parents: [parent.key] })
        const [childId, parentId] = yield* stored(child, parent)
        deepStrictEqual((yield* family(childId)).parents, [parentId])
        yield* save({ ...child, parents: [] })
        deepStrictEqual((yield* family(parentId)).childCount, 0)
      })
    )

    it.effect(
      "DiseasesRepo.descendants gives subtypes at any depth, the nearest first, each once under its nearest disease",
      () =>
        Effect.gen(function* () {
          const top = newDisease()
          const [one, two] = [newDisease({ parents: [top.key] }), newDisease({ parents: [top.key] })]
          const both = newDisease({ parents: [one.key, two.key] })
          const deep = newDisease({ parents: [both.key, top.key] })
          const leaf = newDisease({ parents: [deep.key] })
          const [leafId, bothId, topId, twoId, oneId, deepId] = yield* stored(leaf, both, top, two, one, deep)
          deepStrictEqual(
            yield* descendants([topId]),
            [twoId, oneId, deepId, leafId, bothId]
              .map((id) => ({ id, under: topId }))
              .toSorted((a, b) => rank(a) - rank(b))
          )
          function rank({ id }: { readonly id: DiseaseId }) {
            return id + ([leafId, bothId].includes(id) ? 1_000_000 : 0)
          }
          deepStrictEqual(yield* descendants([topId], 2), (yield* descendants([topId])).slice(0, 2))
          deepStrictEqual(yield* descendants([twoId, topId]), [
            { id: bothId, under: twoId },
            { id: oneId, under: topId },
            { id: deepId, under: topId },
            { id: leafId, under: topId }
          ])
          deepStrictEqual(yield* descendants([leafId, DiseaseId.make(2_000_000_000)]), [])
          deepStrictEqual(yield* descendants([]), [])
        })
    )

    it.effect("DiseasesRepo.descendants ends where diseases are each other's parents", () =>
      Effect.gen(function* () {
        const [a, b, c] = [newDisease(), newDisease(), newDisease()]
        const ring = [
          { ...a, parents: [c.key] },
          { ...b, parents: [a.key] },
          { ...c, parents: [b.key] }
        ] as const
        const [aId, bId, cId] = yield* stored(...ring)
        deepStrictEqual(yield* descendants([aId]), [
          { id: bId, under: aId },
          { id: cId, under: aId }
        ])
        deepStrictEqual(yield* descendants([cId, aId]), [{ id: bId, under: aId }])
        deepStrictEqual(yield* family(aId), { parents: [cId], children: [bId], childCount: 1 })
      })
    )

    it.effect(`DiseasesRepo.descendants follows ${maxDescent} levels and no more`, () =>
      Effect.gen(function* () {
        const line = Array.makeBy(maxDescent + 3, () => newDisease())
        const [id, ...below] = yield* stored(
          ...line.map((disease, at) => ({ ...disease, parents: line.slice(at - 1, at).map(({ key }) => key) }))
        )
        strictEqual(id === undefined, false)
        deepStrictEqual(
          (yield* descendants(id === undefined ? [] : [id])).map((one) => one.id),
          below.slice(0, maxDescent)
        )
      })
    )
  })
