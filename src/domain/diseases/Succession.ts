import type { DiseaseId } from "../Ids.ts"

export interface Stored {
  readonly key: string
  readonly id: DiseaseId
  readonly retired: boolean
  readonly successorId: DiseaseId | null
}

/** A disease after a retirement: if it was retired `before`, and its last successor. */
export interface Retired {
  readonly id: DiseaseId
  readonly before: boolean
  readonly successorId: DiseaseId | null
}

/**
 * Retires diseases, in the order of `stored`. The successor of each is the last of its line of successors. A line
 * without an end, or one in a ring, gives none; a disease that was retired before keeps its successor then.
 */
export const succession = (
  retirements: ReadonlyArray<{ readonly key: string; readonly successor: string | null }>,
  stored: ReadonlyArray<Stored>
): ReadonlyArray<Retired> => {
  const byKey = new Map(stored.map((disease) => [disease.key, disease]))
  const byId = new Map(stored.map((disease) => [disease.id, disease]))
  const successors = new Map(retirements.map(({ key, successor }) => [key, successor]))

  const nextOf = ({ key, successorId }: Stored): Stored | undefined =>
    byKey.get(successors.get(key) ?? "") ?? (successorId === null ? undefined : byId.get(successorId))

  const endOf = (disease: Stored): DiseaseId | null => {
    const passed = new Set<DiseaseId>()
    for (let one: Stored | undefined = disease; one !== undefined && !passed.has(one.id); one = nextOf(one)) {
      if (!one.retired && !successors.has(one.key)) return one.id
      passed.add(one.id)
    }
    return null
  }

  return stored
    .filter(({ key }) => successors.has(key))
    .map((disease) => ({ id: disease.id, before: disease.retired, successorId: endOf(disease) ?? disease.successorId }))
}
