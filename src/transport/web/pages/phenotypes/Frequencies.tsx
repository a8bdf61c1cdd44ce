import { type FrequencyClass, isContradicted } from "@rare-disease-community/signs/Frequency"
import { pageOfPhenotypes } from "../../CodeLinks.ts"
import { Linked } from "../../Components.tsx"
import { percentIn } from "../../Languages.ts"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** The frequency of a sign, as records have it. */
interface FrequencyRecord {
  readonly frequency: string | null
  readonly frequencyClass: FrequencyClass | null
  readonly observed: { readonly count: number; readonly of: number } | null
}

/** The frequency of a sign in the words of the page's language; undefined where nothing is said. */
export const frequencyIn = (
  { language, t }: WebRequest,
  sign: FrequencyRecord,
  words: WebRequest["t"]["phenotypes"]["frequencies"] = t.phenotypes.frequencies
): string | undefined => {
  const { frequency, frequencyClass, observed } = sign
  if (frequencyClass !== null) {
    const [, about, range = ""] = /\((about )?([^)]+)\)/.exec(frequency ?? "") ?? []
    const percent = percentIn(language, range.replace(" %", "").replace("-", "–"))
    return `${words[frequencyClass]} (${about === undefined ? "" : `${t.phenotypes.about} `}${percent})`
  }
  if (observed === null) return undefined
  const { count, of } = observed
  const { observedAll, observedOne, observedSome } = t.phenotypes
  if (of === 1) return observedOne({ count })
  return count === of ? observedAll({ count }) : observedSome({ count, of })
}

/** The count of people described, where it contradicts the class of a sign. */
export const Contradiction = ({ of: sign }: { readonly of: FrequencyRecord }) => {
  const { t } = useWebRequest()
  const { frequencyClass, observed } = sign
  if (observed === null || !isContradicted({ class: frequencyClass, observed })) return null
  const people = t.phenotypes.butSeen({ count: observed.count, of: observed.of, share: observed.count / observed.of })
  return <span class="soft">{` · ${people}`}</span>
}

interface FrequencyProps {
  readonly of: FrequencyRecord
  /** True where a sign without a frequency says so. */
  readonly isSaid?: boolean
}

export const Frequency = ({ isSaid = false, of }: FrequencyProps) => {
  const request = useWebRequest()
  const text = frequencyIn(request, of) ?? (isSaid ? request.t.phenotypes.noFrequency : undefined)
  const [, words = "", range] = /^(.*?)(?: (\(.*))?$/.exec(text ?? "") ?? []
  return text === undefined ? null : (
    <span class="soft">
      {" · "}
      {words}
      {range === undefined ? null : " "}
      <span class="whole">{range}</span>
      <Contradiction of={of} />
    </span>
  )
}

/** The entry that describes a sign, with the way to it. */
export const SignSource = ({ code }: { readonly code: string }) => (
  <Linked address={pageOfPhenotypes(code, useWebRequest().language)}>{code}</Linked>
)
