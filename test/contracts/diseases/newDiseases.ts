import { Effect } from "effect"
import { CategoryId, type DiseaseId } from "../../../src/domain/Ids.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { unique } from "../newRows.ts"
import { emptyDisease } from "./emptyDisease.ts"

export const all = { offset: 0, limit: 1_000 }

export const newDisease = (given: Partial<DiseaseToSave> = {}): DiseaseToSave => ({
  ...emptyDisease,
  key: unique(),
  name: unique(),
  description: "What it is.",
  ...given
})

export const source = {
  name: "A source",
  licence: "CC BY 4.0",
  url: "https://example.org",
  version: "1",
  attribution: "A source, changed."
}

let lastCode = 70_000

/** The identifier of a code that no other row of this run has. */
export const newCode = () => String(++lastCode)

export const save = (...diseases: ReadonlyArray<DiseaseToSave>) =>
  Effect.flatMap(DiseasesRepo, (repo) => repo.save(diseases))

/** The version of the catalogue. */
export const version = Effect.flatMap(DiseasesRepo, ({ version }) => version)

/** The ids of diseases, by their keys. */
export const idsOf = (...diseases: ReadonlyArray<Pick<DiseaseToSave, "key">>) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.map(repo.known, (known) => {
      const ids = new Map(known.map(({ id, key }) => [key, id]))
      return diseases.flatMap(({ key }) => ids.get(key) ?? [])
    })
  )

/** Saves diseases, and gives the id of each. The cast restores the length, which `flatMap` loses. */
export const stored = <Diseases extends ReadonlyArray<DiseaseToSave>>(...diseases: Diseases) =>
  Effect.zipRight(
    save(...diseases),
    Effect.map(idsOf(...diseases), (ids) => ids as { readonly [At in keyof Diseases]: DiseaseId })
  )

/** The diseases of the category of this name; none where there is no such category. */
export const ofCategory = (name: string, window = all) =>
  Effect.gen(function* () {
    const repo = yield* DiseasesRepo
    const category = (yield* repo.categories).find((one) => one.name === name)?.id ?? CategoryId.make(2_000_000_000)
    return yield* repo.page({ category }, window)
  })

/** The first disease of a category that a test has for itself. */
export const onlyOf = (name: string) => Effect.flatMap(ofCategory(name), ({ items }) => Effect.fromNullable(items[0]))

/** Stores a group of two forms, of which the one that is asked for has a form of its own, and a disease of no group. */
export const newFamily = Effect.suspend(() => {
  const [group, asked] = [newDisease(), newDisease()]
  const under = (parent: DiseaseToSave) => ({ ...newDisease(), parents: [parent.key] })
  return stored(group, { ...asked, parents: [group.key] }, under(group), under(asked), newDisease())
}).pipe(Effect.map(([group, asked, sibling, form, stranger]) => ({ group, asked, sibling, form, stranger })))
