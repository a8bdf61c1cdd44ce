import type { Prevalence } from "../domain/Disease.ts"
import type { CatalogueDisease } from "./CatalogueDisease.ts"
import { classOf } from "./Epidemiology.ts"

/** How much more is known of what is more frequent. */
const classPoints: Readonly<Record<string, number>> = {
  ">1 / 1000": 30,
  "6-9 / 10 000": 28,
  "1-5 / 10 000": 24,
  "1-9 / 100 000": 16,
  "1-9 / 1 000 000": 6
}

/** What the frequency says: the highest class of what was measured, and how often it was measured. */
const measured = (prevalences: ReadonlyArray<Prevalence>) =>
  Math.max(0, ...prevalences.map((prevalence) => classPoints[classOf(prevalence) ?? ""] ?? 0)) +
  Math.min(20, prevalences.length)

/** One of a numbered series, such as "Marfan syndrome type 7" or "deafness 101": few say its number. */
const isNumbered = (name: string) => /(^| )(\d+[A-Za-z]{0,2}|[IVX]+[a-z]?|[A-Z]\d?)$/.test(name)

/**
 * How well known a disease is, from 0 to about 200: by the vocabularies that have it, those for laypeople and clinics
 * before those that list everything; by how frequent it is and how often that was measured; and by how many names it
 * has. One of a numbered series counts half. It decides between equally good hits and means nothing beside that.
 */
export const prominenceOf = (
  { codes, name, synonyms }: Pick<CatalogueDisease, "codes" | "name" | "synonyms">,
  prevalences: ReadonlyArray<Prevalence>
): number => {
  const has = (system: keyof typeof codes) => (codes[system] ?? []).length > 0
  const isDescriptor = (codes.mesh ?? []).some((code) => code.startsWith("MESH:D"))
  const isSeries = (codes.omim ?? []).some((code) => code.startsWith("OMIMPS"))
  const points =
    (has("nord") ? 40 : 0) +
    (isDescriptor ? 30 : has("mesh") ? 8 : 0) +
    (has("icd10") ? 25 : 0) +
    (isSeries ? 10 : 0) +
    (has("orpha") ? 10 : 0) +
    (has("ncit") ? 8 : 0) +
    (has("doid") ? 5 : 0) +
    (has("icd11") ? 5 : 0) +
    (has("gard") ? 2 : 0) +
    measured(prevalences) +
    Math.min(15, synonyms.length)
  return Math.round(isNumbered(name) ? points / 2 : points)
}
