import { codeSystems } from "@rare-disease-community/catalogue/DiseaseCode"
import { nameKey } from "@rare-disease-community/text/Folding"
import { Effect, type Option, Schema } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import type { DiseaseToSave, KnownDisease } from "../../ports/diseases/DiseasesRepo.ts"

/** The stored disease of each id of Mondo: preferably one in use, then one of the starter catalogue. */
const storedById = (known: ReadonlyArray<KnownDisease>): ReadonlyMap<string, KnownDisease> => {
  const rank = ({ key, retired }: KnownDisease) => (retired ? 0 : 2) + (isImported(key) ? 0 : 1)
  const best = new Map<string, KnownDisease>()
  for (const disease of known) {
    for (const code of disease.codes) {
      const before = best.get(code)
      if (before === undefined || rank(disease) > rank(before)) best.set(code, disease)
    }
  }
  return best
}

/** The diseases under the keys by which they are stored; a starter disease keeps its curated texts. */
export const underStoredKeys = (
  diseases: ReadonlyArray<DiseaseToSave>,
  known: ReadonlyArray<KnownDisease>,
  starters: ReadonlyMap<string, StarterDisease>
) => {
  const stored = storedById(known)
  const keyOf = (id: string) => stored.get(id)?.key ?? id
  return diseases.map((disease) => {
    const key = keyOf(disease.key)
    const parents = Array.from(new Set(disease.parents.map(keyOf))).filter((parent) => parent !== key)
    const starter = starters.get(disease.key)
    const merged = { ...disease, key, parents }
    return starter === undefined ? merged : curated(starter, merged)
  })
}

/** The imported diseases that the sources no longer have, each with the disease that its id leads to now. */
export const goneFrom = (
  diseases: ReadonlyArray<DiseaseToSave>,
  known: ReadonlyArray<KnownDisease>
): ReadonlyArray<{ readonly key: string; readonly successor: string | null }> => {
  const keys = new Set(diseases.map(({ key }) => key))
  const leading = new Map(
    diseases.flatMap(({ codes, key, retiredCodes }) =>
      [...retiredCodes, ...(codes.mondo ?? [])].map((code) => [code, key] as const)
    )
  )
  return known
    .filter(({ key, retired }) => !retired && isImported(key) && !keys.has(key))
    .map(({ key }) => ({ key, successor: leading.get(key) ?? null }))
}

/** The curated texts of a disease of the starter catalogue. */
export type StarterDisease = Pick<
  DiseaseToSave,
  "key" | "name" | "synonyms" | "abbreviations" | "codes" | "categories" | "description" | "sources"
>

/** True for the key of an imported disease: its id in Mondo. */
export const isImported = (key: string): boolean => key.startsWith("MONDO:")

/** The names of both lists without `except`; of names that differ only in case or accents, the first. */
const bothNames = (
  first: ReadonlyArray<string>,
  second: ReadonlyArray<string>,
  except: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const seen = new Set(except.map(nameKey))
  return [...first, ...second].filter((name) => {
    const key = nameKey(name)
    return seen.has(key) ? false : seen.add(key).has(key)
  })
}

const both = (first: ReadonlyArray<string> = [], second: ReadonlyArray<string> = []) =>
  Array.from(new Set([...first, ...second]))

/** A starter disease with the facts of an import: its curated texts stay, its names, codes and categories are first. */
export const curated = (starter: StarterDisease, imported: DiseaseToSave): DiseaseToSave => {
  const codes = codeSystems.map((system) => [system, both(starter.codes[system], imported.codes[system])] as const)
  const own = Object.values(starter.codes).flat()
  const abbreviations = bothNames(starter.abbreviations, imported.abbreviations, [starter.name])
  const sources = new Map([...starter.sources, ...imported.sources].map((source) => [source.name, source]))
  return {
    ...imported,
    name: starter.name,
    description: starter.description,
    abbreviations,
    synonyms: bothNames(starter.synonyms, [imported.name, ...imported.synonyms], [starter.name, ...abbreviations]),
    codes: Object.fromEntries(codes.filter(([, list]) => list.length > 0)),
    retiredCodes: imported.retiredCodes.filter((code) => !own.includes(code)),
    categories: both(starter.categories, imported.categories),
    sources: Array.from(sources.values())
  }
}

/** The operator imported the catalogue, and decides about it from then on. */
const OfOperator = Schema.Struct({ origin: Schema.Literal("operator") })

/** The catalogue is loaded, or being loaded, from a snapshot that ships with the server. */
const OfSnapshot = Schema.Struct({
  origin: Schema.Literal("snapshot"),
  version: Schema.String,
  /** The number of its diseases that are stored, from the beginning of the file. */
  saved: Schema.Int,
  complete: Schema.Boolean,
  /** The version of the snapshot that was complete before this one. */
  previous: Schema.NullOr(Schema.String)
})

const CatalogueOrigin = Schema.Union(OfOperator, OfSnapshot)
export type CatalogueOrigin = typeof CatalogueOrigin.Type
export type OfSnapshot = typeof OfSnapshot.Type

export const ofOperator: CatalogueOrigin = { origin: "operator" }

const originName = "catalogue"
const Stored = Schema.parseJson(CatalogueOrigin)

const originOf = (stored: Option.Option<string>) =>
  Effect.orDie(Effect.transposeMapOption(stored, Schema.decode(Stored)))

/** Reads the origin of the catalogue, and notes it in a transaction. */
export const catalogueOrigin = Effect.map(ContentRepo, (content) => ({
  noted: Effect.flatMap(content.version(originName), originOf),

  /** The noted origin, in a transaction. Others that ask for it so wait for the end of this one. */
  locked: Effect.flatMap(content.lockVersion(originName), originOf),

  /** Stores the origin; the caller has read the previous one in this transaction. */
  note: (origin: CatalogueOrigin) =>
    Effect.flatMap(Effect.orDie(Schema.encode(Stored)(origin)), (stored) => content.setVersion(originName, stored))
}))
