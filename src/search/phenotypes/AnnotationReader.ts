import { numberOf } from "./OntologyReader.ts"
import { unknownFrequency } from "./PhenotypeData.ts"

/** The annotations of one entry, such as `OMIM:154700`, under the numbers of HPO ids as the files have them. */
export interface AnnotatedEntry {
  /** Percent; `unknownFrequency` where none is given. */
  readonly present: Map<number, number>
  readonly absent: Set<number>
  readonly publications: Set<string>
}

export type Annotations = Map<string, AnnotatedEntry>

const entryIn = (annotations: Annotations, code: string): AnnotatedEntry => {
  const known = annotations.get(code)
  if (known !== undefined) return known
  const entry = { present: new Map<number, number>(), absent: new Set<number>(), publications: new Set<string>() }
  annotations.set(code, entry)
  return entry
}

/** The frequency terms of HPO, each as the middle of its range. */
const frequencyTerms: Readonly<Record<string, number>> = {
  "HP:0040280": 100,
  "HP:0040281": 90,
  "HP:0040282": 55,
  "HP:0040283": 17,
  "HP:0040284": 3,
  "HP:0040285": 0
}

/** The same in Orphanet's words. */
const frequencyWords: Readonly<Record<string, number>> = {
  obligate: 100,
  very_frequent: 90,
  frequent: 55,
  occasional: 17,
  very_rare: 3,
  excluded: 0
}

/** Patients with a finding of all who were looked at. */
interface Counted {
  found: number
  all: number
}

const tabbed = (line: string) => line.split("\t")

/**
 * Reads phenotype.hpoa: the rows of phenotypes of OMIM and Orphanet. Several publications about one phenotype are added
 * up. Absent is what has NOT, and what none of the patients had (`0/7`).
 */
export const readHpoAnnotations = (text: string, into: Annotations): void => {
  const counted = new Map<string, Counted>()
  for (const line of text.split("\n")) {
    const [code = "", , qualifier, hpo = "", reference = "", , , frequency = "", , , aspect] = tabbed(line)
    const term = aspect === "P" && /^(OMIM|ORPHA):/.test(code) ? numberOf(hpo) : undefined
    if (term === undefined) continue
    const entry = entryIn(into, code)
    for (const one of reference.split(";")) if (one.startsWith("PMID")) entry.publications.add(one)
    const [, found, all] = /^(\d+)\/(\d+)$/.exec(frequency) ?? []
    if (qualifier === "NOT" || found === "0" || frequencyTerms[frequency] === 0) {
      entry.absent.add(term)
    } else if (found === undefined) {
      const percent = frequency.endsWith("%") ? Math.round(Number.parseFloat(frequency)) : frequencyTerms[frequency]
      const before = entry.present.get(term)
      if (percent !== undefined && (before === undefined || before === unknownFrequency || before < percent))
        entry.present.set(term, Math.max(1, percent))
      else if (before === undefined) entry.present.set(term, unknownFrequency)
    } else {
      const key = `${code} ${hpo}`
      const sum = counted.get(key) ?? { found: 0, all: 0 }
      sum.found += Number(found)
      sum.all += Number(all)
      counted.set(key, sum)
      entry.present.set(term, Math.min(100, Math.max(1, Math.round((100 * sum.found) / Math.max(1, sum.all)))))
    }
  }
  for (const { absent, present } of into.values()) for (const term of present.keys()) absent.delete(term)
}

/** Reads Orphanet's phenotypes (orpha, hpo_id, frequency), which are newer than those of HPO and replace them. */
export const readOrphanetPhenotypes = (text: string, into: Annotations): void => {
  const fresh: Annotations = new Map()
  for (const line of text.split("\n")) {
    const [orpha = "", hpo = "", word = ""] = tabbed(line)
    const [term, percent] = [numberOf(hpo), frequencyWords[word]]
    if (term === undefined || percent === undefined) continue
    const { absent, present } = entryIn(fresh, `ORPHA:${orpha}`)
    if (percent === 0) absent.add(term)
    else present.set(term, percent)
  }
  for (const [code, entry] of fresh) into.set(code, entry)
}
