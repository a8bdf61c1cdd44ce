import { tableRows } from "@rare-disease-community/catalogue/readers/TabbedRows"
import type { NameKind, NameStatus } from "../PhenotypeData.ts"
import { numberOf } from "./HpoFiles.ts"

/** A name of a phenotype in another language. */
interface Translation {
  readonly term: number
  readonly text: string
  readonly kind: NameKind
  readonly status: NameStatus
}

const machines = /ALGORITHM|DeepL/i

const statusOf = (status: string, translator: string): NameStatus =>
  machines.test(translator) ? "machine" : status === "OFFICIAL" ? "official" : "candidate"

/** A name that begins with a large letter where the English one does: tables mix both. */
const likeEnglish = (english: string, name: string): string =>
  /^\p{Lu}/u.test(english) ? name.charAt(0).toUpperCase() + name.slice(1) : name

/** Reads the labels of a babelon table, whose columns differ in order from language to language. */
export const readBabelon = (text: string): ReadonlyArray<Translation> =>
  tableRows(text).flatMap((row): ReadonlyArray<Translation> => {
    const { predicate_id: predicate, subject_id: subject = "", translation_status: said = "" } = row
    const { translation_value: name = "", translator = "", translator_expertise: expertise = "" } = row
    const { source_value: english = "" } = row
    const term = numberOf(subject)
    if (term === undefined || predicate !== "rdfs:label" || name === "" || said === "NOT_TRANSLATED") return []
    return [
      { term, text: likeEnglish(english, name), kind: "name", status: statusOf(said, `${translator} ${expertise}`) }
    ]
  })

/** Reads a table of synonyms, whose second line is a header too; one cell may hold several, separated by `|`. */
export const readSynonyms = (text: string): ReadonlyArray<Translation> =>
  tableRows(text).flatMap((row): ReadonlyArray<Translation> => {
    const { subject_id: subject = "", synonym_type: type = "", translation_value: value = "" } = row
    const term = numberOf(subject)
    const cells = Object.values(row)
    if (term === undefined || cells.includes("NOT_TRANSLATED")) return []
    const kind = type.endsWith("layperson") ? "lay" : "synonym"
    const status = statusOf(cells.includes("OFFICIAL") ? "OFFICIAL" : "CANDIDATE", cells.join(" "))
    return value
      .split("|")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ term, text: name, kind, status }))
  })
