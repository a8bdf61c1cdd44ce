import type { FrequencyClass } from "../../../domain/phenotypes/Frequency.ts"
import { pageOfSigns } from "../CodeLinks.ts"
import { numberIn } from "../Languages.ts"
import { Linked } from "../Pieces.tsx"
import { useVisit, type Visit } from "../Visit.ts"

/** The frequency of a sign, as records have it. */
interface FrequencyRecord {
  readonly frequency: string | null
  readonly frequencyClass: FrequencyClass | null
  readonly observed: { readonly count: number; readonly of: number } | null
}

/** The frequency of a sign in the words of the page's language; undefined where nothing is said. */
const frequencyIn = ({ language, t }: Visit, sign: FrequencyRecord): string | undefined => {
  const { frequency, frequencyClass, observed } = sign
  if (frequencyClass !== null) {
    const [, about, range = ""] = /\((about )?(.+)\)$/.exec(frequency ?? "") ?? []
    const percent = range.replace(" %", "\u00a0%")
    return `${t.signs.frequencies[frequencyClass]} (${about === undefined ? "" : `${t.signs.about} `}${percent})`
  }
  return observed === null
    ? undefined
    : t.signs.observed(observed.of, numberIn(language, observed.count), numberIn(language, observed.of))
}

export const Frequency = ({ of }: { readonly of: FrequencyRecord }) => {
  const text = frequencyIn(useVisit(), of)
  return text === undefined ? null : (
    <>
      , <span class={of.frequencyClass === null ? "soft" : "count-plain"}>{text}</span>
    </>
  )
}

/** The entry that describes a sign, with the way to it. */
export const SignSource = ({ code }: { readonly code: string }) => (
  <Linked address={pageOfSigns(code, useVisit().language)}>{code}</Linked>
)
