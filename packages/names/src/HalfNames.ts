import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { nameWords } from "@rare-disease-community/text/NameWords"
import type { NameIndex } from "./NameIndex.ts"
import type { IndexedName } from "./NameTable.ts"

/** Half a name has a word of this many letters. */
const lettersOfHalf = 4

/** Half a name is in the names of at most this many diseases. */
const maxHalfNamed = 200

/** Half a name is in the names of at most this many diseases when their subtypes are not counted. */
const maxUppermost = 40

/** Gives a disease and all its supertypes, of every level. */
type Above = (id: DiseaseId) => ReadonlySet<DiseaseId>

/** The diseases that are not subtypes of others of them; none where these are many. */
const uppermost = (ids: ReadonlySet<DiseaseId>, above: Above): ReadonlyArray<DiseaseId> => {
  if (ids.size > maxHalfNamed) return []
  const upper = Array.from(ids).filter((id) => !Array.from(above(id)).some((one) => one !== id && ids.has(one)))
  return upper.length > maxUppermost ? [] : upper
}

/**
 * For each word of a text, as typed, the diseases of which it is half a name, alone or with the words beside it. None
 * for a word in the names of many diseases, an everyday word or an empty one.
 */
export const halfNamed = (
  index: NameIndex,
  above: Above,
  typed: ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<DiseaseId>> => {
  const words = typed.map((one) => (isEveryday(one) ? [] : nameWords(one)))
  const found = words.map((): ReadonlyArray<DiseaseId> => [])
  for (let from = 0; from < words.length; from++) {
    let to = from
    let names: ReadonlyArray<IndexedName> = []
    while (to < words.length && words[to]?.some((word) => word.length >= lettersOfHalf)) {
      const more = index.namesOfAll(words.slice(from, to + 1).flat())
      if (more.length === 0) break
      names = more
      to++
    }
    const diseases = uppermost(new Set(names.map(({ disease }) => disease)), above)
    if (diseases.length === 0) continue
    found.fill(diseases, from, to)
    from = to - 1
  }
  return found
}
