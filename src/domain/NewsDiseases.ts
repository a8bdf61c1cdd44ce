import type { DiseaseNaming } from "./DiseaseNaming.ts"

/**
 * What news says of institutions, trials and laboratories. To a catalogue of thousands these are abbreviations of
 * diseases too, which news about rare diseases means far more rarely.
 */
const notOfDiseases: ReadonlySet<string> = new Set(
  (
    "EMA FDA WHO NIH CDC NHS NICE MHRA PMDA TGA HAS GBA AMA APA ACMG ESHG ERN EURORDIS NORD IRDIRC GARD OMIM NCBI CHMP " +
    "COMP PRAC PDCO HTA PRO QOL RCT IND NDA BLA MAA ATMP EAP ODD PRV CEO CFO CSO USA UAE COVID SARS DNA RNA MRNA PCR NGS " +
    "WES WGS GWAS CRISPR AAV ASO SMS ICU ECG EEG EMG MRI PET BMI ICD HPO API RSS PDF FAQ RPC NGO LLC INC LTD GMBH PLC"
  ).split(" ")
)

const minLetters = 3

/**
 * Of the names that a news text may hold, those by which it can be linked to a disease without anybody reading it. An
 * abbreviation must be one disease's alone, of three letters or more, and not that of an institution; a name that is
 * one disease's own and others' synonym means the one.
 */
export const tellingInNews = (names: ReadonlyArray<DiseaseNaming>): ReadonlyArray<DiseaseNaming> => {
  const byKey = new Map<string, Array<DiseaseNaming>>()
  for (const name of names) {
    const same = byKey.get(name.key)
    if (same === undefined) byKey.set(name.key, [name])
    else same.push(name)
  }
  return Array.from(byKey.values()).flatMap((bearers) => {
    const own = bearers.filter(({ kind }) => kind === "name")
    if (own.length > 0) return own
    const spelled = bearers.filter(({ kind }) => kind !== "abbreviation")
    if (spelled.length > 0) return spelled
    const isOfOne = new Set(bearers.map(({ diseaseId }) => diseaseId)).size === 1
    return isOfOne
      ? bearers.filter(({ name }) => Array.from(name).length >= minLetters && !notOfDiseases.has(name.toUpperCase()))
      : []
  })
}
