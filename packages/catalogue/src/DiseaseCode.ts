import { Schema, Struct } from "effect"

/** @internal The longest code of a disease, or link to one. */
const maxCodeCharacters = 200

/** The names that people write before codes of a vocabulary, and the form of its identifiers. */
export const systems = {
  orpha: { names: "orphanet|orpha|ordo|orphacode", form: /^\d+$/ },
  omim: { names: "omim|mim|omimps|mimps", form: /^(ps)?\d+$/ },
  mondo: { names: "mondo", form: /^\d+$/ },
  gard: { names: "gard", form: /^\d+$/ },
  icd10: {
    names: "(?:icd|cim|cie|cid)[- ]?10(?:[- ]?(?:cm|who|gm|es|fr|mc))?",
    form: /^[a-z]\d[0-9a-z](\.?[0-9a-z]{1,4})?$/
  },
  icd11: {
    names: "(?:icd|cim|cie|cid)[- ]?11(?:[- .](?:foundation|mms))?",
    form: /^(\d{3,}|[0-9a-z]{4}(\.[0-9a-z]{1,4})?)$/
  },
  mesh: { names: "mesh", form: /^[cd]\d+$/ },
  umls: { names: "umls(?:_?cui)?|cui", form: /^cn?\d+$/ },
  medgen: { names: "medgen", form: /^(cn?)?\d+$/ },
  doid: { names: "doid", form: /^\d+$/ },
  ncit: { names: "ncit|nci", form: /^c\d+$/ },
  nord: { names: "nord", form: /^\d+$/ }
}
type CodeSystem = keyof typeof systems

/** Vocabularies of codes, as the fields of `codes` name them. */
export const codeSystems = Struct.keys(systems)

const between = " ?[:_.-]? ?#? ?"

const written = codeSystems.map((system) => ({
  system,
  pattern: new RegExp(`^(?:${systems[system].names})${between}(?:(?:code|number|id|no)\\b${between})?(\\w[\\w.]*)$`)
}))

/** Identifiers that only one vocabulary has. */
const unambiguous: ReadonlyArray<readonly [pattern: RegExp, system: CodeSystem]> = [
  [/^[#%+*^](\d{6})$/, "omim"],
  [/^(ps\d{6})$/, "omim"],
  [/^(c\d{7})$/, "umls"],
  [/^(d\d{6}|d\d{9}|c\d{9})$/, "mesh"],
  [/^([a-z]\d\d\.\d[0-9a-z]{0,3})$/, "icd10"]
]

/** Sites whose addresses end in an identifier of their own vocabulary. */
const sites: ReadonlyArray<readonly [host: RegExp, system: CodeSystem]> = [
  [/(^|\.)orpha(net)?\.|(^|\.)orphadata\./, "orpha"],
  [/(^|\.)omim\.org$/, "omim"],
  [/(^|\.)rarediseases\.info\.nih\.gov$/, "gard"],
  [/(^|\.)disease-ontology\.org$/, "doid"]
]

/** Leading zeros and the point of ICD-10 are optional. */
const keyOf = (system: CodeSystem, identifier: string): string | undefined => {
  if (!systems[system].form.test(identifier)) return undefined
  const plain = system === "icd10" ? identifier.replace(".", "") : identifier.replace(/^0+(?=\d)/, "")
  return `${system}:${plain}`
}

/** ICD-10 with a comma for its point, as some languages have it, or with the dash of an open code: "Q87,4", "Q87.-". */
const asCode = (text: string): string =>
  text.replace(/([a-z]\d[0-9a-z]),(?=\d)/, "$1.").replace(/(?<=[a-z]\d[0-9a-z](?:\.\d)?)\.?-$/, "")

const plainKey = (text: string): string | undefined => {
  for (const { pattern, system } of written) {
    const [whole = "", rest = ""] = pattern.exec(text) ?? []
    const series = system === "omim" && /^o?mimps/.test(whole) && /^\d/.test(rest) ? "ps" : ""
    const key = keyOf(system, series + rest)
    if (key !== undefined) return key
  }
  for (const [pattern, system] of unambiguous) {
    const [, identifier] = pattern.exec(text) ?? []
    if (identifier !== undefined) return keyOf(system, identifier)
  }
  return undefined
}

/** The key of the last code in the path of a link; a site may have identifiers of its own vocabulary. */
const linkedKey = (link: string): string | undefined => {
  const [, host = "", path = ""] = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})((?:[/?#].*)?)$/.exec(link) ?? []
  const parts = path.split(/[/?#=&]+/).filter((part) => part !== "")
  const [own] = sites.flatMap(([pattern, system]) => (pattern.test(host) ? [system] : []))
  // A readable name may follow the identifier.
  return parts
    .map((part, at) => plainKey(part) ?? plainKey(`${parts[at - 1] ?? ""}:${part}`) ?? (own && keyOf(own, part)))
    .findLast((key) => key !== undefined)
}

/**
 * The key of a code in any form: `ORPHA:558`, `orpha558`, `Orphanet 558` and the address of its page have one key.
 * Undefined for a text that is not a code, and for an identifier that several vocabularies may have (see `codeKeysOf`).
 */
export const codeKey = (typed: string): string | undefined => {
  const text = asCode(typed.trim().replace(/\s+/g, " ").toLowerCase())
  if (text.length > maxCodeCharacters || !/\d/.test(text)) return undefined
  return plainKey(text) ?? (text.includes("/") ? linkedKey(text) : undefined)
}

/** The key of a stored code; a code of an unknown form is its own key. */
export const storedCodeKey = (code: string): string => codeKey(code) ?? code.trim().toLowerCase()

/** The keys of all codes that a search may mean; a bare identifier has one in each vocabulary with its form. */
export const codeKeysOf = (typed: string): ReadonlyArray<string> => {
  const known = codeKey(typed)
  const alone = asCode(typed.trim().toLowerCase().replace(/^#/, ""))
  if (alone.length > maxCodeCharacters || !/\d/.test(alone)) return []
  const possible = codeSystems.map((system) => keyOf(system, alone))
  return Array.from(new Set([known, ...possible].filter((key) => key !== undefined)))
}

/** A code in any form, of a known disease or not. */
export const DiseaseCode = Schema.String.pipe(
  Schema.filter((typed) => codeKey(typed) !== undefined || "must be a code such as ORPHA:558"),
  Schema.brand("DiseaseCode")
)
