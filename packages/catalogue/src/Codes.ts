import { cleanText } from "./CleanText.ts"
import type { codeSystems } from "./DiseaseCode.ts"

export type System = (typeof codeSystems)[number]

export interface Code {
  readonly system: System
  /** As it is shown, such as `ORPHA:558`. */
  readonly code: string
}

interface Prefix {
  readonly system: System
  readonly shown: string
  /** The form of a single code, without ranges and chapters. */
  readonly form: RegExp
}

const digits = /^\d+$/
const orpha: Prefix = { system: "orpha", shown: "ORPHA", form: digits }
const omim: Prefix = { system: "omim", shown: "OMIM", form: digits }
const icd10: Prefix = { system: "icd10", shown: "ICD10", form: /^[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?$/ }
const icd11: Prefix = { system: "icd11", shown: "ICD11", form: /^(\d{3,}|[\dA-Z]{4}(\.[\dA-Z]{1,3})?)$/ }

/**
 * An id of the foundation of ICD-11, such as `ICD11:1060981106`. It finds its disease, but nobody uses it as a code.
 */
export const isFoundationId = ({ code }: Code): boolean => /^ICD11:\d{5,}$/.test(code)
const umls: Prefix = { system: "umls", shown: "UMLS", form: /^CN?\d+$/ }
const ncit: Prefix = { system: "ncit", shown: "NCIT", form: /^C\d+$/ }

/** The prefixes that the sources write, in lower case. */
const prefixes: Readonly<Record<string, Prefix>> = {
  orpha,
  orphanet: orpha,
  ordo: orpha,
  omim,
  mim: omim,
  omimps: { system: "omim", shown: "OMIMPS", form: digits },
  mondo: { system: "mondo", shown: "MONDO", form: digits },
  gard: { system: "gard", shown: "GARD", form: digits },
  icd10,
  "icd-10": icd10,
  icd10cm: icd10,
  icd10who: icd10,
  "icd11.foundation": icd11,
  "icd-11": icd11,
  icd11,
  mesh: { system: "mesh", shown: "MESH", form: /^[CD]\d+$/ },
  umls,
  umls_cui: umls,
  medgen: { system: "medgen", shown: "MEDGEN", form: /^CN?\d+$|^\d+$/ },
  doid: { system: "doid", shown: "DOID", form: digits },
  ncit,
  nci: ncit,
  nord: { system: "nord", shown: "NORD", form: digits }
}

/** The lengths to which codes are padded with zeros. */
const padded: Partial<Readonly<Record<System, number>>> = { gard: 7, mondo: 7 }

/**
 * Parses a code as the sources write it: `Orphanet:558`, `mesh:D008382`. Undefined for an unknown vocabulary or form.
 */
export const codeOf = (written: string): Code | undefined => {
  const [, prefix = "", rest = ""] = /^([A-Za-z0-9_.-]+):\s*(\S+)$/.exec(cleanText(written)) ?? []
  const known = prefixes[prefix.toLowerCase()]
  if (known === undefined) return undefined
  const bare = rest.toUpperCase()
  const { shown, system } = known
  if (system === "omim" && /^PS\d+$/.test(bare)) return { system, code: `OMIMPS:${bare.slice(2)}` }
  // Some releases of Orphadata repeat the prefix in Mondo's ids.
  const body = bare.replace(/^MONDO:/, "")
  return known.form.test(body) ? { system, code: `${shown}:${body.padStart(padded[system] ?? 0, "0")}` } : undefined
}

export const orphaNumber = (code: string): string => code.replace(/^ORPHA:/, "")
