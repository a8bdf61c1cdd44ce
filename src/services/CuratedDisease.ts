import { codeSystems } from "../domain/DiseaseCode.ts"
import { nameKey } from "../domain/DiseaseNaming.ts"
import type { DiseaseToSave } from "../repositories/DiseasesRepo.ts"

/** What was written for a disease of the starter catalogue. */
export type StarterDisease = Pick<
  DiseaseToSave,
  "key" | "name" | "synonyms" | "abbreviations" | "codes" | "categories" | "description" | "sources"
>

/** Whether a key is that of an imported disease: its id in Mondo. */
export const isImported = (key: string): boolean => key.startsWith("MONDO:")

/** The texts of both, those of the first first; of such as differ in case or accents only, the first. */
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
 * A disease of the starter catalogue with all that an import knows of it beside: what was written for it (its name,
 * description, and what comes first of its names, codes and categories) stays.
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
