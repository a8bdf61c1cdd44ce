import { layer } from "@effect/vitest"
import { assertSome, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Layer, Option, Schema } from "effect"
import { DiseaseRef } from "../../../src/domain/diseases/Disease.ts"
import type { DiseaseId, PostId } from "../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo, type DiseaseToSave, type Retirement } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { NewsRepo } from "../../../src/ports/news/NewsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { moment, newPost, newUser, unique } from "../newRows.ts"
import { newItem } from "../news/newNews.ts"
import { newCode, newDisease, ofCategory, save, stored, version } from "./newDiseases.ts"

type Ports = DiseasesRepo | NewsRepo | PostsRepo | Transaction | UsersRepo

const refOf = Schema.decodeSync(DiseaseRef)

const retire = (...retirements: ReadonlyArray<Retirement>) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const { atomically } = yield* Transaction
    return yield* atomically(repo.retire(retirements))
  })

const to = (disease: DiseaseToSave, successor: DiseaseToSave | null) => ({
  key: disease.key,
  successor: successor?.key ?? null
})

/** The id that an id or a code leads to. */
const leadsTo = (ref: DiseaseId | string) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.map(repo.get(typeof ref === "string" ? refOf(ref) : ref), ({ id }) => id)
  )

const diseaseOfPost = (id: PostId) =>
  Effect.flatMap(PostsRepo, (posts) => Effect.map(posts.get(id, Option.none()), ({ diseaseId }) => diseaseId))

const diseasesOf = (...ids: ReadonlyArray<DiseaseId>) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    const id = yield* newUser()
    yield* users.setDiseases(id, ids)
    return Effect.map(users.detail(id), ({ diseaseIds }) => diseaseIds)
  })

/** The contract of `DiseasesRepo` for retirements. */
export const diseasesRetiredContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: DiseasesRepo, retire`, (it) => {
    it.effect("DiseasesRepo.retire removes a disease from lists, counts, names and from the choice of members", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const category = unique()
        const [gone, stays] = [newDisease({ categories: [category] }), newDisease({ categories: [category] })]
        const [goneId, staysId] = yield* stored(gone, stays)
        const total = Effect.map(repo.page({}, { offset: 0, limit: 1 }), (page) => page.total)
        const before = yield* total
        strictEqual(yield* retire(to(gone, null)), 1)
        deepStrictEqual(
          (yield* ofCategory(category)).items.map(({ id }) => id),
          [staysId]
        )
        strictEqual((yield* ofCategory(category)).total, 1)
        strictEqual(yield* total, before - 1)
        strictEqual((yield* repo.categories).find(({ name }) => name === category)?.diseaseCount, 1)
        deepStrictEqual(yield* repo.named([gone.name]), [])
        deepStrictEqual(yield* repo.missing([goneId, staysId]), [goneId])
        deepStrictEqual(
          (yield* repo.findByIds([goneId, staysId])).map(({ id }) => id),
          [staysId]
        )
        deepStrictEqual(
          (yield* repo.known).flatMap(({ id, retired }) => (id === goneId ? [retired] : [])),
          [true]
        )
      })
    )

    it.effect("DiseasesRepo.get gives the successor of a retired disease, without one the disease itself", () =>
      Effect.gen(function* () {
        const [code, led, lost] = [newCode(), newCode(), newCode()]
        const gone = newDisease({ codes: { orpha: [`ORPHA:${code}`] }, retiredCodes: [`OMIM:${led}`] })
        const [alone, successor] = [newDisease({ codes: { orpha: [`ORPHA:${lost}`] } }), newDisease()]
        const [goneId, aloneId, id] = yield* stored(gone, alone, successor)
        yield* retire(to(gone, successor), to(alone, null))
        strictEqual(yield* leadsTo(goneId), id)
        strictEqual(yield* leadsTo(`ORPHA:${code}`), id)
        strictEqual(yield* leadsTo(`OMIM:${led}`), id)
        strictEqual(yield* leadsTo(aloneId), aloneId)
        strictEqual(yield* leadsTo(`ORPHA:${lost}`), aloneId)
      })
    )

    it.effect("DiseasesRepo.get prefers the owner of a code to a successor, and both to a retired disease", () =>
      Effect.gen(function* () {
        const [one, two] = [newCode(), newCode()]
        const gone = newDisease({ codes: { orpha: [`ORPHA:${one}`, `ORPHA:${two}`] } })
        const leading = newDisease({ retiredCodes: [`ORPHA:${one}`, `ORPHA:${two}`] })
        const own = newDisease({ codes: { orpha: [`ORPHA:${one}`] } })
        const [, leadingId, ownId] = yield* stored(gone, leading, own)
        yield* retire(to(gone, own))
        strictEqual(yield* leadsTo(`ORPHA:${one}`), ownId)
        strictEqual(yield* leadsTo(`ORPHA:${two}`), leadingId)
      })
    )

    it.effect(
      "DiseasesRepo.retire moves posts, profiles and news to the successor, each once; without one they stay",
      () =>
        Effect.gen(function* () {
          const news = yield* NewsRepo
          const [gone, too, alone, successor] = [newDisease(), newDisease(), newDisease(), newDisease()]
          const [goneId, tooId, aloneId, id] = yield* stored(gone, too, alone, successor)
          const { id: post } = yield* newPost({ diseaseId: Option.some(goneId) })
          const { id: other } = yield* newPost({ diseaseId: Option.some(aloneId) })
          const [some, both, all] = [
            yield* diseasesOf(aloneId, goneId),
            yield* diseasesOf(goneId, aloneId, id),
            yield* diseasesOf(tooId, aloneId, goneId)
          ]
          const key = unique()
          yield* news.save([newItem({ title: key, diseaseIds: [goneId, tooId, aloneId] })])
          yield* retire(to(gone, successor), to(too, successor), to(alone, null))
          assertSome(yield* diseaseOfPost(post), id)
          assertSome(yield* diseaseOfPost(other), aloneId)
          deepStrictEqual(yield* some, [aloneId, id])
          deepStrictEqual(yield* both, [aloneId, id])
          deepStrictEqual(yield* all, [id, aloneId])
          const { items } = yield* news.page({}, { offset: 0, limit: 100 })
          const item = yield* Effect.fromNullable(items.find(({ title }) => title === key))
          deepStrictEqual(
            (yield* news.get(item.id)).diseases.map((disease) => disease.id).toSorted((a, b) => a - b),
            [aloneId, id]
          )
          strictEqual((yield* Effect.flatMap(DiseasesRepo, (repo) => repo.get(id))).postCount, 1)
        })
    )

    it.effect("DiseasesRepo.retire moves references that a retired disease got later, when it is retired again", () =>
      Effect.gen(function* () {
        const [gone, successor] = [newDisease(), newDisease()]
        const [goneId, id] = yield* stored(gone, successor)
        yield* retire(to(gone, successor))
        const { author, id: post } = yield* newPost()
        const none = { title: Option.none(), content: Option.none(), language: Option.none(), category: Option.none() }
        const human = { authorKind: "human" as const, updatedAt: moment }
        const filed = { ...none, ...human, diseaseId: Option.some(Option.some(goneId)) }
        yield* Effect.flatMap(PostsRepo, (posts) => posts.update(post, filed, author.id))
        const before = yield* version
        strictEqual(yield* retire(to(gone, successor)), 0)
        assertSome(yield* diseaseOfPost(post), id)
        strictEqual(yield* version, before)
      })
    )

    it.effect("DiseasesRepo.retire moves subtypes to the successor, which never becomes its own parent", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const gone = newDisease()
        const [child, successor] = [newDisease({ parents: [gone.key] }), newDisease({ parents: [gone.key] })]
        const [goneId, childId, id] = yield* stored(gone, child, successor)
        yield* retire(to(gone, successor))
        deepStrictEqual(
          (yield* repo.get(childId)).parents.map((parent) => parent.id),
          [id]
        )
        deepStrictEqual((yield* repo.get(id)).parents, [])
        deepStrictEqual(yield* repo.descendants([goneId], 9), [])
        deepStrictEqual(yield* save(child), { added: 0, changed: 0, unchanged: 1 })
        yield* retire(to(successor, null))
        deepStrictEqual((yield* repo.get(childId)).parents, [])
      })
    )

    it.effect("DiseasesRepo.retire follows a line of successors to its end, whenever each was retired", () =>
      Effect.gen(function* () {
        const [a, b, c, d, e] = [newDisease(), newDisease(), newDisease(), newDisease(), newDisease()]
        const [aId, bId, cId, dId, eId] = yield* stored(a, b, c, d, e)
        yield* retire(to(a, b))
        strictEqual(yield* retire(to(c, d), to(b, c)), 2)
        for (const id of [aId, bId, cId]) strictEqual(yield* leadsTo(id), dId)
        yield* retire(to(d, e))
        for (const id of [aId, bId, cId, dId]) strictEqual(yield* leadsTo(id), eId)
      })
    )

    it.effect("DiseasesRepo.retire ignores a successor that is the disease itself, unknown, or in a ring", () =>
      Effect.gen(function* () {
        const [a, b, c, d, e] = [newDisease(), newDisease(), newDisease(), newDisease(), newDisease()]
        const ids = yield* stored(a, b, c, d, e)
        strictEqual(
          yield* retire(to(a, a), to(b, c), to(c, b), { key: d.key, successor: unique() }, to(e, d), {
            key: unique(),
            successor: null
          }),
          5
        )
        for (const id of ids) strictEqual(yield* leadsTo(id), id)
      })
    )

    it.effect("DiseasesRepo.retire counts newly retired diseases, and may change the successor of others", () =>
      Effect.gen(function* () {
        const [gone, alone, successor] = [newDisease(), newDisease(), newDisease()]
        const [goneId, aloneId, id] = yield* stored(gone, alone, successor)
        const before = yield* version
        strictEqual(yield* retire(to(gone, successor), to(alone, null)), 2)
        strictEqual(yield* version, before + 1)
        strictEqual(yield* retire(to(gone, null), to(alone, null)), 0)
        strictEqual(yield* retire(), 0)
        strictEqual(yield* version, before + 1)
        strictEqual(yield* leadsTo(goneId), id)
        strictEqual(yield* retire(to(alone, successor)), 0)
        strictEqual(yield* version, before + 2)
        strictEqual(yield* leadsTo(aloneId), id)
      })
    )

    it.effect("DiseasesRepo.changedAfter gives a retired disease, the successor with its codes, and subtypes", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const code = newCode()
        const gone = newDisease({ codes: { orpha: [`ORPHA:${code}`] }, retiredCodes: ["ORPHA:1"] })
        const [child, successor] = [newDisease({ parents: [gone.key] }), newDisease({ codes: { orpha: ["ORPHA:2"] } })]
        const ids = yield* stored(gone, child, successor, newDisease())
        const before = yield* version
        yield* retire(to(gone, successor))
        const entries = yield* repo.changedAfter({ version: before, id: 2_000_000_000 }, 10)
        deepStrictEqual(
          entries.map((entry) => [entry.id, entry.retired, entry.codes, entry.retiredCodes, entry.parentIds]),
          [
            [ids[0], true, [`ORPHA:${code}`], ["ORPHA:1"], []],
            [ids[1], false, [], [], [ids[2]]],
            [ids[2], false, ["ORPHA:2"], [`ORPHA:${code}`, "ORPHA:1"], []]
          ]
        )
      })
    )

    it.effect("DiseasesRepo.save brings a retired disease back with its codes", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const code = newCode()
        const [gone, successor] = [newDisease({ codes: { orpha: [`ORPHA:${code}`] } }), newDisease()]
        const [goneId, id] = yield* stored(gone, successor)
        yield* retire(to(gone, successor))
        const before = yield* version
        deepStrictEqual(yield* save(gone), { added: 0, changed: 1, unchanged: 0 })
        strictEqual(yield* leadsTo(goneId), goneId)
        strictEqual(yield* leadsTo(`ORPHA:${code}`), goneId)
        deepStrictEqual(yield* repo.missing([goneId]), [])
        const entries = yield* repo.changedAfter({ version: before, id: 2_000_000_000 }, 10)
        deepStrictEqual(
          entries.map((entry) => [entry.id, entry.codes, entry.retiredCodes]),
          [
            [goneId, [`ORPHA:${code}`], []],
            [id, [], []]
          ]
        )
      })
    )

    it.effect("DiseasesRepo.retire is undone by a rollback", () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [gone, successor] = [newDisease(), newDisease()]
        const [goneId] = yield* stored(gone, successor)
        const before = yield* version
        yield* atomically(Effect.zipRight(retire(to(gone, successor)), Effect.fail("no"))).pipe(Effect.ignore)
        strictEqual(yield* leadsTo(goneId), goneId)
        strictEqual(yield* version, before)
      })
    )

    it.effect("DiseasesRepo.retire and save of the same diseases wait for each other, and neither is lost", () =>
      Effect.gen(function* () {
        const repo = yield* DiseasesRepo
        const { atomically } = yield* Transaction
        for (let round = 0; round < 5; round++) {
          const [gone, successor] = [newDisease(), newDisease()]
          const [goneId, id] = yield* stored(gone, successor)
          const before = yield* version
          yield* Effect.all(
            [
              retire(to(gone, successor)),
              atomically(repo.save([{ ...successor, prominence: 9 }])),
              atomically(repo.save([newDisease({ parents: [gone.key] })]))
            ],
            { concurrency: "unbounded" }
          )
          strictEqual(yield* leadsTo(goneId), id)
          strictEqual(yield* version, before + 3)
          strictEqual((yield* repo.get(id)).childCount, 1)
        }
      })
    )
  })
