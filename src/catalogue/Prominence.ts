import type { Prevalence } from "../domain/diseases/Disease.ts"
import type { DiseaseToSave } from "../ports/DiseasesRepo.ts"
import { classOf } from "./Epidemiology.ts"

/** More frequent diseases are better known. */
const classPoints: Readonly<Record<string, number>> = {
  ">1 / 1000": 30,
  "6-9 / 10 000": 28,
  "1-5 / 10 000": 24,
  "1-9 / 100 000": 16,
  "1-9 / 1 000 000": 6
}

/** Points for the highest class that was measured, and for the number of measurements. */
const measured = (prevalences: ReadonlyArray<Prevalence>) =>
  Math.max(0, ...prevalences.map((prevalence) => classPoints[classOf(prevalence) ?? ""] ?? 0)) +
  Math.min(20, prevalences.length)

/** True for one of a numbered series, such as "Marfan syndrome type 7": few people use its number. */
const isNumbered = (name: string) => /(^| )(\d+[A-Za-z]{0,2}|[IVX]+[a-z]?|[A-Z]\d?)$/.test(name)

/**
 * An estimate of how well known a disease is, from 0 to about 200, which only decides between equally good hits. It counts
 * the vocabularies that list the disease (those for laypeople and clinics most), its frequency, the number of
 * measurements, and its names; one of a numbered series gets half.
 */
export const prominenceOf = (
  { codes, name, synonyms }: Pick<DiseaseToSave, "codes" | "name" | "synonyms">,
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
