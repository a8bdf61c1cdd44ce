import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { codeKey, codeKeysOf } from "../src/DiseaseCode.ts"

/** Keys, and the ways to write each code. */
const written: Readonly<Record<string, ReadonlyArray<string>>> = {
  "orpha:558": [
    "ORPHA:558",
    "ORPHA558",
    "orpha 558",
    " Orpha_558 ",
    "ORPHA: 558",
    "ORPHA-558",
    "Orphanet:558",
    "Orphanet 558",
    "Orphanet_558",
    "ORDO:558",
    "ORPHAcode 558",
    "ORPHAcode: 558",
    "ORPHA number 558",
    "ORPHA code: 558",
    "orpha no. 558",
    "ORPHA:000558",
    "http://www.orpha.net/ORDO/Orphanet_558",
    "https://www.orpha.net/en/disease/detail/558",
    "https://www.orpha.net/fr/disease/detail/558?name=marfan",
    "http://www.orpha.net/consor/cgi-bin/OC_Exp.php?lng=EN&Expert=558",
    "www.orpha.net/en/disease/detail/558",
    "https://identifiers.org/orphanet:558"
  ],
  "omim:154700": [
    "OMIM:154700",
    "omim154700",
    "MIM 154700",
    "MIM:154700",
    "MIM #154700",
    "OMIM #154700",
    "OMIM number 154700",
    "#154700",
    "%154700",
    "https://omim.org/entry/154700",
    "https://www.omim.org/entry/154700?search=marfan&highlight=marfan",
    "https://identifiers.org/omim/154700",
    "http://purl.obolibrary.org/obo/OMIM_154700"
  ],
  "omim:ps203655": [
    "OMIMPS:203655",
    "OMIMPS203655",
    "PS203655",
    "OMIM:PS203655",
    "https://omim.org/phenotypicSeries/PS203655"
  ],
  "mondo:7947": [
    "MONDO:0007947",
    "MONDO_0007947",
    "mondo 7947",
    "Mondo 0007947",
    "MONDO7947",
    "http://purl.obolibrary.org/obo/MONDO_0007947",
    "https://monarchinitiative.org/MONDO:0007947",
    "https://monarchinitiative.org/disease/MONDO:0007947"
  ],
  "gard:6975": [
    "GARD:0006975",
    "GARD:6975",
    "gard 6975",
    "https://rarediseases.info.nih.gov/diseases/6975/marfan-syndrome",
    "https://rarediseases.info.nih.gov/diseases/6975"
  ],
  "icd10:q874": [
    "ICD10:Q87.4",
    "ICD-10 Q87.4",
    "ICD 10: Q87.4",
    "ICD10CM:Q87.4",
    "ICD-10-CM Q87.4",
    "ICD10WHO:Q87.4",
    "icd10 q874",
    "Q87.4",
    "q87.4"
  ],
  "icd11:ld28.01": ["ICD11:LD28.01", "ICD-11 LD28.01"],
  "icd11:733056203": ["icd11.foundation:733056203", "ICD11:733056203"],
  "mesh:d008382": [
    "MESH:D008382",
    "MeSH D008382",
    "mesh:d008382",
    "D008382",
    "https://meshb.nlm.nih.gov/record/ui?ui=D008382"
  ],
  "mesh:c536123": ["MESH:C536123"],
  "umls:c0024796": ["UMLS:C0024796", "UMLS_CUI:C0024796", "umls C0024796", "CUI C0024796", "C0024796"],
  "medgen:44287": ["MEDGEN:44287", "MedGen 44287", "https://www.ncbi.nlm.nih.gov/medgen/44287"],
  "doid:14323": [
    "DOID:14323",
    "doid 14323",
    "https://disease-ontology.org/?id=DOID:14323",
    "http://purl.obolibrary.org/obo/DOID_14323"
  ],
  "ncit:c34807": ["NCIT:C34807", "NCI C34807", "http://purl.obolibrary.org/obo/NCIT_C34807"],
  "nord:1182": ["NORD:1182", "nord 1182"]
}

describe("codeKey of ICD-10 as other languages write it", () => {
  it("reads the French, Spanish and Portuguese names of the vocabulary, a comma for the point, and an open code", () => {
    for (const typed of ["CIM-10 Q87.4", "CIE-10: Q87.4", "CID-10 Q87.4", "ICD-10-ES Q87.4", "CIM10 Q87,4", "Q87,4"])
      strictEqual(codeKey(typed), "icd10:q874", typed)
    for (const typed of ["ICD-10 Q87.-", "ICD-10 Q87-"]) strictEqual(codeKey(typed), "icd10:q87", typed)
    deepStrictEqual(codeKeysOf("Q87-"), ["icd10:q87"])
  })
})

describe("codeKey and codeKeysOf", () => {
  it("give a code one key in each way to write it, and in the address of its page", () => {
    for (const [key, texts] of Object.entries(written)) {
      for (const text of texts) strictEqual(codeKey(text), key, text)
    }
  })

  it("agree on the key of a code", () => {
    for (const [key, texts] of Object.entries(written)) {
      for (const text of texts) strictEqual(codeKeysOf(text).includes(key), true, text)
    }
  })

  it("give no key to a name, a bare identifier, an unknown vocabulary or a wrong form", () => {
    const none = [
      "",
      "marfan",
      "558",
      "154700",
      "0007947",
      "558x",
      "XYZ:558",
      "ORPHA:",
      "ORPHA:558;",
      "ORPHA:5 58",
      "ORPHA:-1",
      "ORPHA: : 1",
      "__proto__",
      "ORPHA",
      "ORPHA:x558",
      "orphan 5",
      "22q11.2 deletion syndrome",
      "mondo:Q87.4",
      "trisomy 21",
      "ICD10:87",
      "type 2",
      "https://example.org/558",
      "https://orpha.net/",
      "http://",
      "1/2",
      `ORPHA:${"5".repeat(300)}`
    ]
    for (const text of none) strictEqual(codeKey(text), undefined, text)
  })

  it("give a bare identifier one key in each vocabulary with such identifiers", () => {
    deepStrictEqual(codeKeysOf("0558"), [
      "orpha:558",
      "omim:558",
      "mondo:558",
      "gard:558",
      "icd11:558",
      "medgen:558",
      "doid:558",
      "nord:558"
    ])
    deepStrictEqual(codeKeysOf("Q874"), ["icd10:q874", "icd11:q874"])
    deepStrictEqual(codeKeysOf("c34807"), [
      "icd10:c34807",
      "mesh:c34807",
      "umls:c34807",
      "medgen:c34807",
      "ncit:c34807"
    ])
    deepStrictEqual(codeKeysOf("#154700").slice(0, 1), ["omim:154700"])
    for (const text of ["", "marfan", "22q11.2 deletion syndrome", "type 2", "x".repeat(5_000)]) {
      deepStrictEqual(codeKeysOf(text), [], text)
    }
  })

  it("refuse a long text at once", () => {
    for (const text of [
      "icd 10".repeat(30),
      "#".repeat(199),
      `${"orpha".padEnd(198)}!`,
      `http://${"a.".repeat(90)}`,
      "/1".repeat(99)
    ]) {
      const times = Array.from({ length: 5 }, () => {
        const started = performance.now()
        codeKeysOf(text)
        return performance.now() - started
      })
      strictEqual(Math.min(...times) < 50, true, text)
    }
  })
})
