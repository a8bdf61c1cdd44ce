import { Schema } from "effect"

/** The vocabularies whose codes are kept, by the member of `codes` that holds them. */
export const codeSystems = [
  "orpha",
  "omim",
  "mondo",
  "gard",
  "icd10",
  "icd11",
  "mesh",
  "umls",
  "medgen",
  "doid",
  "ncit",
  "nord"
] as const
type CodeSystem = (typeof codeSystems)[number]

/** The most characters of a text that may be a code, links included. */
const maxCodeCharacters = 200

/** How a vocabulary is named by those who write its codes, and the form of its identifiers. */
const systems: Readonly<Record<CodeSystem, { readonly names: string; readonly form: RegExp }>> = {
  orpha: { names: "orphanet|orpha|ordo|orphacode", form: /^\d+$/ },
  omim: { names: "omim|mim|omimps|mimps", form: /^(ps)?\d+$/ },
  mondo: { names: "mondo", form: /^\d+$/ },
  gard: { names: "gard", form: /^\d+$/ },
  icd10: { names: "icd[- ]?10(?:[- ]?(?:cm|who|gm))?", form: /^[a-z]\d[0-9a-z](\.?[0-9a-z]{1,4})?$/ },
  icd11: { names: "icd[- ]?11(?:[- .](?:foundation|mms))?", form: /^(\d{3,}|[0-9a-z]{4}(\.[0-9a-z]{1,4})?)$/ },
  mesh: { names: "mesh", form: /^[cd]\d+$/ },
  umls: { names: "umls(?:_?cui)?|cui", form: /^cn?\d+$/ },
  medgen: { names: "medgen", form: /^(cn?)?\d+$/ },
  doid: { names: "doid", form: /^\d+$/ },
  ncit: { names: "ncit|nci", form: /^c\d+$/ },
  nord: { names: "nord", form: /^\d+$/ }
}

/** What stands between the name of a vocabulary and an identifier. */
const between = " ?[:_.-]? ?#? ?"

const written = codeSystems.map((system) => ({
  system,
  pattern: new RegExp(`^(?:${systems[system].names})${between}(?:(?:code|number|id|no)\\b${between})?(\\w[\\w.]*)$`)
}))

/** Identifiers that only one vocabulary has, so that they need no prefix. */
const telling: ReadonlyArray<readonly [pattern: RegExp, system: CodeSystem]> = [
  [/^[#%+*^](\d{6})$/, "omim"],
  [/^(ps\d{6})$/, "omim"],
  [/^(c\d{7})$/, "umls"],
  [/^(d\d{6}|d\d{9}|c\d{9})$/, "mesh"],
  [/^([a-z]\d\d\.\d[0-9a-z]{0,3})$/, "icd10"]
]

/** Sites whose pages end in an identifier of their own vocabulary. */
const sites: ReadonlyArray<readonly [host: RegExp, system: CodeSystem]> = [
  [/(^|\.)orpha(net)?\.|(^|\.)orphadata\./, "orpha"],
  [/(^|\.)omim\.org$/, "omim"],
  [/(^|\.)rarediseases\.info\.nih\.gov$/, "gard"],
  [/(^|\.)disease-ontology\.org$/, "doid"]
]

/** Zeros in front and the point of ICD-10 are written or left out as one likes. */
const keyOf = (system: CodeSystem, identifier: string): string | undefined => {
  if (!systems[system].form.test(identifier)) return undefined
  const plain = system === "icd10" ? identifier.replace(".", "") : identifier.replace(/^0+(?=\d)/, "")
  return `${system}:${plain}`
}

/** The key of a code that stands alone, in lower case. */
const plainKey = (text: string): string | undefined => {
  for (const { pattern, system } of written) {
    const [whole = "", rest = ""] = pattern.exec(text) ?? []
    const series = system === "omim" && /^o?mimps/.test(whole) && /^\d/.test(rest) ? "ps" : ""
    const key = keyOf(system, series + rest)
    if (key !== undefined) return key
  }
  for (const [pattern, system] of telling) {
    const [, identifier] = pattern.exec(text) ?? []
    if (identifier !== undefined) return keyOf(system, identifier)
  }
  return undefined
}

/** The key of the code that a link leads to: at its end, or with the vocabulary before it, or of the site's own. */
const linkedKey = (link: string): string | undefined => {
  const [, host = "", path = ""] = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})((?:[/?#].*)?)$/.exec(link) ?? []
  const parts = path.split(/[/?#=&]+/).filter((part) => part !== "")
  const [own] = sites.flatMap(([pattern, system]) => (pattern.test(host) ? [system] : []))
  // A name for people may stand behind the identifier.
  return parts
    .map((part, at) => plainKey(part) ?? plainKey(`${parts[at - 1] ?? ""}:${part}`) ?? (own && keyOf(own, part)))
    .findLast((key) => key !== undefined)
}

/**
 * The key under which a code is found, however it is written: `ORPHA:558`, `orpha558`, `Orphanet 558` and the address
 * of its page there are one. Padding with zeros and the point of ICD-10 make no difference. None for what is no code,
 * and for an identifier that several vocabularies may have: see `codeKeysOf`.
 */
export const codeKey = (typed: string): string | undefined => {
  const text = typed.trim().replace(/\s+/g, " ").toLowerCase()
  if (text.length > maxCodeCharacters || !/\d/.test(text)) return undefined
  return plainKey(text) ?? (text.includes("/") ? linkedKey(text) : undefined)
}

/** What a stored code is found by; one of a form that we do not know is found as it is written. */
export const storedCodeKey = (code: string): string => codeKey(code) ?? code.trim().toLowerCase()

/** The keys of every code that a search may mean: of one written out its own, of an identifier alone one of each vocabulary. */
export const codeKeysOf = (typed: string): ReadonlyArray<string> => {
  const known = codeKey(typed)
  const alone = typed.trim().toLowerCase().replace(/^#/, "")
  if (alone.length > maxCodeCharacters || !/\d/.test(alone)) return []
  const possible = codeSystems.map((system) => keyOf(system, alone))
  return Array.from(new Set([known, ...possible].filter((key) => key !== undefined)))
}

/** A code in any way of writing it; it may be nobody's. */
export const DiseaseCode = Schema.String.pipe(
  Schema.filter((typed) => codeKey(typed) !== undefined || "must be a code such as ORPHA:558"),
  Schema.brand("DiseaseCode")
)
