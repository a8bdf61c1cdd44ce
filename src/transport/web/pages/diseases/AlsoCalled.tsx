import { nameKey } from "@rare-disease-community/text/Folding"
import { Array } from "effect"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import { english, printed } from "../../Components.tsx"
import { markOf } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

type Called = Pick<DiseaseDetail, "localName" | "name" | "names" | "synonyms">

/** Words that tell no name of a disease from another. */
const plainWords: ReadonlySet<string> = new Set(["disease", "disorder", "syndrome", "type", "of", "the"])

/** The words that tell names apart, in no order: capitals, signs and the genitive do not. */
const keyOf = (name: string): string => {
  const words = nameKey(name.replaceAll(/['’]s\b/g, "").replaceAll(/[^\p{L}\p{N}]+/gu, " ")).split(" ")
  return words
    .filter((word) => !plainWords.has(word))
    .sort()
    .join(" ")
}

/** Each name once, without those that the heading has. */
const onceBeside = ({ localName, name }: Called, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const heading = new Set([name, localName ?? name].map(keyOf))
  return Array.dedupeWith(names, (one, other) => keyOf(one) === keyOf(other)).filter((one) => !heading.has(keyOf(one)))
}

const namesIn = ({ names = [] }: Called, language: string): ReadonlyArray<string> =>
  names.filter(({ lang }) => lang === language).map(({ name }) => name)

/** The other English names, everyday ones after them. Those of an index ("Danlos disease, Ehlers") come last. */
export const namesOnce = (disease: Called): ReadonlyArray<string> => {
  const [said, indexed] = Array.partition(disease.synonyms, (one) => one.includes(","))
  return onceBeside(disease, [...said, ...namesIn(disease, "en"), ...indexed])
}

/** The number of other names of a disease that are shown before "more". */
const namesShown = 3

interface NamesProps {
  readonly names: ReadonlyArray<string>
  readonly lang: string | undefined
}

const NamesInLine = ({ lang, names }: NamesProps) => (
  <p {...markOf(useWebRequest().language, lang)}>{printed(names.join(" · "))}</p>
)

const FirstNames = ({ lang, names }: NamesProps) => {
  const { t } = useWebRequest()
  const shown = names.length === namesShown + 1 ? names.length : namesShown
  const rest = names.slice(shown)
  return (
    <>
      <NamesInLine lang={lang} names={names.slice(0, shown)} />
      {rest.length === 0 ? null : (
        <details>
          <summary>{t.phenotypes.more({ count: rest.length })}</summary>
          <NamesInLine lang={lang} names={rest} />
        </details>
      )}
    </>
  )
}

/** The other names of the disease; for readers of other languages those in English are folded. */
export const AlsoCalled = ({ disease }: { readonly disease: Called }) => {
  const request = useWebRequest()
  const { language, t } = request
  const names = namesOnce(disease)
  const isEnglish = english(request) === undefined
  const own = isEnglish ? names : onceBeside(disease, namesIn(disease, language))
  return names.length === 0 && own.length === 0 ? null : (
    <section aria-labelledby="also">
      <h2 id="also" class="label">
        {t.disease.also}
      </h2>
      {own.length === 0 ? null : <FirstNames lang={undefined} names={own} />}
      {isEnglish || names.length === 0 ? null : (
        <details>
          <summary>{t.disease.englishNames({ count: names.length })}</summary>
          <NamesInLine lang="en" names={names} />
        </details>
      )}
    </section>
  )
}
