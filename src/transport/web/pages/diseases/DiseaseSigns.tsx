import { isContradicted } from "@rare-disease-community/signs/Frequency"
import { Array, Order } from "effect"
import { Fragment } from "preact"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { Contradiction, Frequency, frequencyIn, SignSource } from "../phenotypes/Frequencies.tsx"
import { SignName, TranslatedNames } from "../phenotypes/SignNames.tsx"

/** A count of fewer people than this says little about others. */
const manyPeople = 10

type SignOfDisease = NonNullable<DiseaseDetail["phenotypes"]>[number]

const hasNoClass = ({ frequencyClass }: SignOfDisease) => frequencyClass === null

/** The entry that says most signs of a disease: it is named once, and beside each sign only another one. */
const usualSourceOf = (signs: ReadonlyArray<SignOfDisease>): string | undefined =>
  Object.entries(Array.groupBy(signs, ({ source }) => source)).toSorted(
    ([, one], [, other]) => other.length - one.length
  )[0]?.[0]

/** Signs whose frequency the people described contradict come after the others of their group. */
const isDisputed = ({ frequencyClass, observed }: SignOfDisease) => isContradicted({ class: frequencyClass, observed })

const disputedLast = Order.mapInput(Order.boolean, isDisputed)

/**
 * Signs below the frequency that they share; each of those that were only counted has its own count, below the others.
 */
const SignGroups = ({ signs, usual }: { readonly signs: ReadonlyArray<SignOfDisease>; readonly usual: string }) => {
  const request = useWebRequest()
  const isMixed = !signs.every(hasNoClass)
  const { frequencyHeads, otherSigns } = request.t.phenotypes
  const frequencyOf = (sign: SignOfDisease) =>
    hasNoClass(sign) ? "" : (frequencyIn(request, sign, frequencyHeads) ?? "")
  return Object.entries(Array.groupBy(signs, frequencyOf)).map(([frequency, group]) => (
    <Fragment key={frequency}>
      {isMixed ? <h3 class="frequency">{frequency || otherSigns}</h3> : null}
      <ul class="plain-list">
        {Array.sortBy(disputedLast)(group).map((sign) => (
          <li class="sign" key={sign.id}>
            <span>
              <SignName of={sign} isExplained />
              {frequency === "" ? <Frequency of={sign} /> : <Contradiction of={sign} />}
            </span>
            {sign.source === usual ? null : <SignSource code={sign.source} />}
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}

/** The number of signs of a disease that are shown before "more". */
const signsShown = 12

/** The signs of the disease by class of frequency, each with the entry that says it. */
export const Signs = ({ disease: { phenotypes = [] } }: { readonly disease: DiseaseDetail }) => {
  const request = useWebRequest()
  const { t } = request
  if (phenotypes.length === 0) return null
  const hasClass = !phenotypes.every(hasNoClass)
  const [counted, classed] = Array.partition(phenotypes, (sign) => !hasNoClass(sign))
  const signs = [...classed, ...counted]
  const usual = usualSourceOf(signs) ?? ""
  const most = Math.max(0, ...phenotypes.map(({ observed }) => observed?.of ?? 0))
  return (
    <section aria-labelledby="signs">
      <h2 id="signs">{t.phenotypes.ofDisease}</h2>
      {hasClass ? (
        <p class="hint">
          {t.phenotypes.percentages} {phenotypes.some(isDisputed) ? t.phenotypes.twoSources : null}
        </p>
      ) : null}
      <SignGroups signs={signs.slice(0, signsShown)} usual={usual} />
      {signs.length <= signsShown ? null : (
        <details>
          <summary>{t.phenotypes.more({ count: signs.length - signsShown })}</summary>
          <SignGroups signs={signs.slice(signsShown)} usual={usual} />
        </details>
      )}
      <p class="hint">
        {t.phenotypes.source}
        {t.layout.colon}
        <SignSource code={usual} />
      </p>
      <p class="hint">
        {t.phenotypes.sourcesOfPhenotypes}
        {hasClass || most === 0 || most >= manyPeople ? null : ` ${t.phenotypes.fewPeople({ count: most })}`}
      </p>
      <TranslatedNames />
    </section>
  )
}
