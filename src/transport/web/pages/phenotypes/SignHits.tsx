import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { DiseaseName, List } from "../../Components.tsx"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { EnglishMark } from "../diseases/DiseaseNames.tsx"
import { Frequency, PhenotypeSource } from "./Frequencies.tsx"
import { SignName } from "./SignNames.tsx"

type Match = NonNullable<Disease["matched"]>[number]

/** The diseases that are shown at first, and that each "more" adds. */
export const hitsShown = 10

/** A sign of the reader in the words that they typed; one that they chose from the list has its name. */
const WordsTyped = ({ match, said }: Pick<MatchesProps, "said"> & { readonly match: Match }) => {
  const { t } = useWebRequest()
  const words = said.get(match.id)
  return words === undefined ? <SignName of={match} /> : t.phenotypes.quoted(words)
}

/**
 * Signs of the reader with those of the disease that they match, each once. Where these differ, that of the disease
 * leads.
 */
const Matches = ({ isPrinted, label, matches, said }: MatchesProps) => {
  const { t } = useWebRequest()
  const lookedFor = `${t.phenotypes.lookedFor}${t.layout.colon}`
  return matches.length === 0 ? null : (
    <div>
      <dt>{label}</dt>
      {matches.map((match) => (
        <dd key={match.id}>
          <SignName of={{ id: match.by, name: match.byName }} isExplained />
          <Frequency of={match} isSaid />
          {match.by === match.id ? null : (
            <>
              {" "}
              ({lookedFor}
              <WordsTyped match={match} said={said} />)
            </>
          )}
          {isPrinted ? (
            <>
              {" "}
              <PhenotypeSource code={match.source} />
            </>
          ) : null}
        </dd>
      ))}
    </div>
  )
}

interface MatchesProps {
  /** On paper each sign has the entry that says it; on a screen the sources below have them. */
  readonly isPrinted: boolean
  readonly label: string
  readonly matches: ReadonlyArray<Match>
  /** The words of the reader, by the sign that they were read as. */
  readonly said: ReadonlyMap<string, string>
}

interface HitProps extends Pick<MatchesProps, "isPrinted" | "said"> {
  readonly disease: Disease
  readonly place: number
}

/** True where the disease has the very sign, and not only a similar one. */
const isSame = ({ by, id }: Match) => by === id

const Hit = ({ disease, isPrinted, place, said }: HitProps) => {
  const { against = [], codes, id, matched = [], postCount, source } = disease
  const { language, t } = useWebRequest()
  const entries = Array.from(new Set([...matched, ...against].map((match) => match.source)))
  return (
    <li class="card" id={`hit-${place}`}>
      <h3>
        <a href={`/diseases/${id}`}>
          <DiseaseName disease={disease} />
        </a>
        <EnglishMark localName={disease.localName} />
      </h3>
      <p class="facts">
        {(codes.orpha ?? codes.omim ?? []).slice(0, 1).map((code) => (
          <span key={code}>{code}</span>
        ))}
        {postCount === 0 ? null : <span>{t.reading.postCount(postCount, numberIn(language, postCount))}</span>}
      </p>
      <dl class="facts-list">
        <Matches label={t.phenotypes.fits} matches={matched.filter(isSame)} isPrinted={isPrinted} said={said} />
        <Matches
          label={t.phenotypes.similar}
          matches={matched.filter((match) => !isSame(match))}
          isPrinted={isPrinted}
          said={said}
        />
        <Matches label={t.phenotypes.against} matches={against} isPrinted={isPrinted} said={said} />
      </dl>
      {source === undefined || source === "" ? null : (
        <details open={isPrinted}>
          <summary>{t.phenotypes.sources}</summary>
          <p class="hint" lang="en">
            {isPrinted ? null : entries.map((code) => <PhenotypeSource key={code} code={code} />)} {source}
          </p>
        </details>
      )}
    </li>
  )
}

/**
 * The place after which all diseases have related signs only; the end of the list where no disease has the very sign.
 */
const endOfSame = (diseases: ReadonlyArray<Disease>): number =>
  diseases.findLastIndex(({ matched = [] }) => matched.some(isSame)) + 1 || diseases.length

interface HitsProps {
  readonly isPrinted: boolean
  readonly page: DiseasePage
}

/** The diseases of a page. The last ones are folded if they have related signs only, until the reader asks for more. */
export const Hits = ({ isPrinted, page: { data, recognised = [] } }: HitsProps) => {
  const { language, t } = useWebRequest()
  const said = new Map(recognised.map(({ id, text }) => [id, text]))
  const end = isPrinted || data.length > hitsShown ? data.length : endOfSame(data)
  const hits = data.map((disease, at) => (
    <Hit key={disease.id} disease={disease} place={at + 1} isPrinted={isPrinted} said={said} />
  ))
  const related = hits.slice(end)
  return (
    <>
      <List empty="">{hits.slice(0, end)}</List>
      {related.length === 0 ? null : (
        <details>
          <summary>{t.phenotypes.onlySimilar(related.length, numberIn(language, related.length))}</summary>
          <List empty="">{related}</List>
        </details>
      )}
    </>
  )
}
