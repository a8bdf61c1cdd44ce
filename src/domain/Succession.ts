import type { DiseaseId } from "./Ids.ts"

/** A disease as a retirement finds it. */
export interface Stored {
  readonly key: string
  readonly id: DiseaseId
  readonly retired: boolean
  readonly successorId: DiseaseId | null
}

/** A disease that is retired now or was before, and its last successor, where there is one. */
export interface Retired {
  readonly id: DiseaseId
  readonly before: boolean
  readonly successorId: DiseaseId | null
}

/**
 * Where diseases lead that are to be retired, in the order of `stored`: to the end of the line of successors, those
 * that are retired now and those that were before alike. A line that ends nowhere, or runs in a ring, leads nowhere; one
 * retired before keeps the successor it had then.
 */
export const succession = (
  retirements: ReadonlyArray<{ readonly key: string; readonly successor: string | null }>,
  stored: ReadonlyArray<Stored>
): ReadonlyArray<Retired> => {
  const byKey = new Map(stored.map((disease) => [disease.key, disease]))
  const byId = new Map(stored.map((disease) => [disease.id, disease]))
  const given = new Map(retirements.map(({ key, successor }) => [key, successor]))

  const nextOf = ({ key, successorId }: Stored): Stored | undefined =>
    byKey.get(given.get(key) ?? "") ?? (successorId === null ? undefined : byId.get(successorId))

  const endOf = (disease: Stored): DiseaseId | null => {
    const passed = new Set<DiseaseId>()
    for (let one: Stored | undefined = disease; one !== undefined && !passed.has(one.id); one = nextOf(one)) {
      if (!one.retired && !given.has(one.key)) return one.id
      passed.add(one.id)
    }
    return null
  }

  return stored
    .filter(({ key }) => given.has(key))
    .map((disease) => ({ id: disease.id, before: disease.retired, successorId: endOf(disease) ?? disease.successorId }))
}
