import type { JudgedDisease, Vocabulary } from "./Catalogue.ts"

/** The ways to write a code: `{}` is the code, `{short}` the code without padding, `{plain}` the code without its point. */
export interface Way {
  readonly of: Vocabulary
  readonly way: string
}

const ways = (of: Vocabulary, list: string): ReadonlyArray<Way> => list.split(" | ").map((way) => ({ of, way }))

/** The ways in which people write a code together with what says of which vocabulary it is, by class. */
export const prefixed: Readonly<Record<string, ReadonlyArray<Way>>> = {
  "ORPHA code": ways(
    "orpha",
    "ORPHA:{} | ORPHA{} | orpha {} | Orphanet:{} | orphanet {} | ORPHA-{} | orpha:{} | Orpha code {} | ORPHA: {} | ORPHANET{} | ORPHAcode:{} | ORDO:{}"
  ),
  "OMIM code": ways(
    "omim",
    "OMIM:{} | OMIM{} | omim {} | MIM:{} | MIM {} | mim{} | OMIM #{} | MIM#{} | #{} | OMIM-{} | OMIM: {} | MIM number {}"
  ),
  "MONDO code": ways(
    "mondo",
    "MONDO:{} | MONDO_{} | mondo:{} | MONDO{} | mondo {} | Mondo-{} | MONDO ID {} | MONDO: {} | mondo id: {} | mondo_{}"
  ),
  "GARD code": ways(
    "gard",
    "GARD:{} | GARD:{short} | gard {short} | GARD{short} | gard{} | GARD-{short} | GARD ID {short} | GARD: {} | gard:{short}"
  ),
  "MeSH code": ways("mesh", "MESH:{} | MeSH:{} | mesh {} | MeSH {} | MESH{} | MeSH ID: {} | mesh:{} | MeSH-{}"),
  "ICD-10 code": ways(
    "icd10",
    "ICD10:{} | ICD-10:{} | ICD-10 {} | icd10 {} | ICD10CM:{} | ICD-10-CM {} | icd-10-cm:{} | ICD 10 {} | ICD10{} | ICD-10-CM: {} | icd10cm {} | ICD-10:{plain}"
  ),
  "code of another vocabulary": [
    ...ways("umls", "UMLS:{} | umls {}"),
    ...ways("doid", "DOID:{} | doid {}"),
    ...ways("medgen", "MEDGEN:{} | MedGen {}"),
    ...ways("ncit", "NCIT:{}"),
    ...ways("series", "OMIMPS:{} | OMIM:PS{}")
  ]
}

/** The ways to write a code by itself, by class. */
export const bare: Readonly<Record<string, ReadonlyArray<Way>>> = {
  "bare ORPHA number": ways("orpha", "{}"),
  "bare OMIM number": ways("omim", "{}"),
  "bare GARD or MONDO number": [...ways("gard", "{} | {short}"), ...ways("mondo", "{}")],
  "bare MeSH or ICD-10 code": [...ways("mesh", "{}"), ...ways("icd10", "{}")]
}

/** The addresses of the pages that people copy a code with. */
export const addresses: ReadonlyArray<Way> = [
  ...ways("mondo", "http://purl.obolibrary.org/obo/MONDO_{} | https://monarchinitiative.org/MONDO:{}"),
  ...ways("orpha", "https://www.orpha.net/en/disease/detail/{} | http://www.orpha.net/ORDO/Orphanet_{}"),
  ...ways("omim", "https://omim.org/entry/{} | https://www.omim.org/entry/{}")
]

/** A code written in a way. */
export const written = (way: string, code: string): string =>
  way.replace("{}", code).replace("{short}", code.replace(/^0+/, "")).replace("{plain}", code.replace(".", ""))

const letterAndDigits = /^[A-Z]\d/

/** A code or number without what it is of, so that those who pad and those who do not are one. */
export const bareCode = (code: string): string =>
  letterAndDigits.test(code) ? code.toUpperCase().replace(".", "") : code.toLowerCase().replace(/^0+(?=\d)/, "")

/** The diseases of each code. */
export class Bearers {
  readonly #within = new Map<string, Set<string>>()
  readonly #anywhere = new Map<string, Set<string>>()

  constructor(diseases: ReadonlyArray<JudgedDisease>) {
    for (const { codes, id } of diseases) {
      for (const [vocabulary, own] of codes) {
        for (const code of own) {
          add(this.#within, `${vocabulary.replace(/other$/, "")}:${bareCode(code)}`, id)
          add(this.#anywhere, bareCode(code), id)
        }
      }
    }
  }

  /** The diseases to which a vocabulary gives this code. */
  within(vocabulary: Vocabulary, code: string): ReadonlyArray<string> {
    return [...(this.#within.get(`${vocabulary}:${bareCode(code)}`) ?? [])]
  }

  /** The diseases to which any vocabulary gives this code. */
  anywhere(code: string): ReadonlyArray<string> {
    return [...(this.#anywhere.get(bareCode(code)) ?? [])]
  }
}

const add = (map: Map<string, Set<string>>, key: string, id: string) => {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, new Set([id]))
  else ids.add(id)
}
