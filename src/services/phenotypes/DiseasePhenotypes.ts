import { annotationsOf, type DiseaseProfiles, type Evidence } from "@rare-disease-community/signs/DiseaseProfiles"
import {
  classOf,
  type FrequencyFact,
  frequencyClasses,
  frequencyText,
  isStated,
  percentOf,
  type Statement
} from "@rare-disease-community/signs/Frequency"
import { idOf, type PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import type { DiseasePhenotype } from "../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../domain/Ids.ts"

export interface DiseasePhenotypes {
  readonly phenotypes: ReadonlyArray<typeof DiseasePhenotype.Type>
  readonly versions: PhenotypeData["versions"]
}

/** The frequency of a sign in a disease, and its sources, as they are shown. */
const shownFrequency = (statement: Statement) => ({
  frequency: frequencyText(statement),
  frequencyClass: classOf(statement),
  source: statement.source,
  observed: statement.observed,
  observedSource: statement.observedSource
})

/** The place of a class in a list. Signs of unknown frequency come before those that do not occur. */
const rankOf = (fact: FrequencyFact): number => {
  const known = classOf(fact) ?? classOf({ class: null, observed: null, percent: percentOf(fact) })
  const [last, rank] = [frequencyClasses.length - 1, frequencyClasses.indexOf(known ?? "excluded")]
  return !isStated(fact) ? last : rank === last ? last + 1 : rank
}

/**
 * The signs of a disease by class of frequency, the most frequent first. In each class those that a source puts there
 * come before those with counts, whose estimated percentage lies in it.
 */
export const phenotypesOf = (
  data: PhenotypeData,
  profiles: DiseaseProfiles,
  id: DiseaseId
): DiseasePhenotypes["phenotypes"] =>
  annotationsOf(data, profiles, id)
    .filter(({ isPresent }) => isPresent)
    .map((statement) => ({ statement, rank: rankOf(statement), percent: percentOf(statement) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        Number(one.statement.class === null) - Number(other.statement.class === null) ||
        other.percent - one.percent ||
        one.statement.term - other.statement.term
    )
    .map(({ statement }) => ({
      id: idOf(data, statement.term),
      name: textAt(data.labels, statement.term),
      ...shownFrequency(statement),
      sources: statement.codes
    }))

const sourceText = ({ versions }: PhenotypeData, codes: ReadonlyArray<string>): string => {
  const [orphanet, hpo] = [
    codes.filter((code) => code.startsWith("ORPHA")),
    codes.filter((code) => !code.startsWith("ORPHA"))
  ]
  const parts = [
    hpo.length === 0 ? "" : `Human Phenotype Ontology ${versions.hpo}: ${hpo.join(", ")}`,
    orphanet.length === 0 ? "" : `Orphanet ${versions.orphanet}: ${orphanet.join(", ")}`
  ]
  return parts.filter((part) => part !== "").join("; ")
}

/** The evidence of a hit with the names of its signs and its sources. */
export const shownEvidence = (data: PhenotypeData, { against, codes, matched }: Evidence) => {
  const shown = ({ by, term }: Evidence["matched"][number]) => ({
    id: idOf(data, term),
    name: textAt(data.labels, term),
    by: idOf(data, by.term),
    byName: textAt(data.labels, by.term),
    ...shownFrequency(by)
  })
  return { matched: matched.map(shown), against: against.map(shown), source: sourceText(data, codes) }
}
