import { Array } from "effect"
import type { Disease } from "../../../../domain/diseases/Disease.ts"
import { nameKey } from "../../../../text/Folding.ts"
import { english, printed } from "../../Components.tsx"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

type Called = Pick<Disease, "localName" | "name" | "synonyms">

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

/** Each name once, without those that the heading has. Names of an index ("Danlos disease, Ehlers") come last. */
export const namesOnce = ({ localName, name, synonyms }: Called): ReadonlyArray<string> => {
  const heading = new Set([name, localName ?? name].map(keyOf))
  const [said, indexed] = Array.partition(synonyms, (one) => one.includes(","))
  return Array.dedupeWith([...said, ...indexed], (one, other) => keyOf(one) === keyOf(other)).filter(
    (one) => !heading.has(keyOf(one))
  )
}

/** The number of other names of a disease that are shown before "more". */
const namesShown = 6

/** The other names of the disease. */
export const AlsoCalled = ({ disease }: { readonly disease: Called }) => {
  const request = useWebRequest()
  const names = namesOnce(disease)
  const shown = names.length <= namesShown + 2 ? names.length : namesShown
  const rest = names.slice(shown)
  return names.length === 0 ? null : (
    <section aria-labelledby="also">
      <h2 id="also" class="label">
        {request.t.disease.also}
      </h2>
      <p lang={english(request)}>{printed(names.slice(0, shown).join(" · "))}</p>
      {rest.length === 0 ? null : (
        <details>
          <summary>{request.t.phenotypes.more(numberIn(request.language, rest.length))}</summary>
          <p lang={english(request)}>{printed(rest.join(" · "))}</p>
        </details>
      )}
    </section>
  )
}
