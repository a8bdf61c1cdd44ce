import { codeSystems } from "../../domain/diseases/DiseaseCode.ts"
import type { DiseaseToSave } from "../../ports/DiseasesRepo.ts"
import { nameKey } from "../../text/Folding.ts"

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

/**
 * A starter disease with the facts of an import. Its curated name and description stay, and its curated names, codes and
 * categories come first.
 */
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
