import type { DiseaseToSave, KnownDisease } from "../../ports/DiseasesRepo.ts"
import { curated, isImported, type StarterDisease } from "./CuratedDisease.ts"

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
