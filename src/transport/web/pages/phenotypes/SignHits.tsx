import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { List } from "../../Components.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { DiseaseName } from "../diseases/DiseaseNames.tsx"
import { Frequency, SignSource } from "./Frequencies.tsx"
import { SignName } from "./SignNames.tsx"

type Match = NonNullable<Disease["matched"]>[number]

/** The diseases that are shown at first, and that each "more" adds. */
export const hitsShown = 10

/** A sign of the reader in the words that they typed; one that they chose from the list has its name. */
const WordsTyped = ({ match, said }: Pick<MatchesProps, "said"> & { readonly match: Match }) => {
  const { t } = useWebRequest()
  const words = said.get(match.id)
  return words === undefined ? <SignName of={match} /> : t.phenotypes.quoted({ text: words })
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
              <SignSource code={match.source} />
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
  /** True under the heading of its group. */
  readonly isForm?: boolean
}

/** True where the disease has the very sign, and not only a similar one. */
const isSame = ({ by, id }: Match) => by === id

const Hit = ({ disease, isForm = false, isPrinted, place, said }: HitProps) => {
  const { against = [], codes, id, matched = [], postCount, source } = disease
  const { t } = useWebRequest()
  const entries = Array.from(new Set([...matched, ...against].map((match) => match.source)))
  const Heading = isForm ? "h4" : "h3"
  return (
    <li class="card" id={`hit-${place}`}>
      <Heading>
        <a href={`/diseases/${id}`}>
          <DiseaseName disease={disease} />
        </a>
      </Heading>
      <p class="facts">
        {(codes.orpha ?? codes.omim ?? []).slice(0, 1).map((code) => (
          <span key={code}>{code}</span>
        ))}
        {postCount === 0 ? null : <span>{t.reading.postCount({ count: postCount })}</span>}
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
            {isPrinted ? null : entries.map((code) => <SignSource key={code} code={code} />)} {source}
          </p>
        </details>
      )}
    </li>
  )
}

/** Diseases of a page, or several that are forms of one group, which fold under it where the first of them is. */
interface Folded {
  readonly group?: NonNullable<Disease["group"]>
  readonly hits: ReadonlyArray<{ readonly disease: Disease; readonly place: number }>
}

const fold = (diseases: ReadonlyArray<Disease>): ReadonlyArray<Folded> => {
  const forms = new Map<number, Array<Folded["hits"][number]>>()
  const folded: Array<Folded> = []
  for (const [at, disease] of diseases.entries()) {
    const { group } = disease
    const hit = { disease, place: at + 1 }
    const known = group === undefined ? undefined : forms.get(group.id)
    if (known !== undefined) known.push(hit)
    else if (group === undefined) folded.push({ hits: [hit] })
    else {
      // The group itself is the heading.
      const hits = group.id === disease.id ? [] : [hit]
      forms.set(group.id, hits)
      folded.push({ group, hits })
    }
  }
  return folded
}

const Group = ({ group, hits, ...shown }: Required<Folded> & Pick<HitProps, "isPrinted" | "said">) => {
  const { t } = useWebRequest()
  const { forms, id, postCount } = group
  const [first, ...others] = hits.map((hit) => <Hit key={hit.place} {...hit} {...shown} isForm />)
  return (
    <li class="card">
      <h3>
        <a href={`/diseases/${id}`}>
          <DiseaseName disease={group} />
        </a>
      </h3>
      <p class="facts">
        <span>{t.phenotypes.formsFit({ count: forms })}</span>
        {forms > hits.length ? <span>{t.phenotypes.formsElsewhere({ count: forms - hits.length })}</span> : null}
        {postCount === 0 ? null : (
          <a href={`/posts?diseaseId=${id}&includeDescendants=true`}>{t.reading.postCount({ count: postCount })}</a>
        )}
      </p>
      {first === undefined ? null : <List empty="">{[first]}</List>}
      {others.length === 0 ? null : (
        <details open={shown.isPrinted}>
          <summary>{t.phenotypes.otherForms({ count: others.length })}</summary>
          <List empty="">{others}</List>
        </details>
      )}
    </li>
  )
}

const FoldedHits = ({ group, hits, ...shown }: Folded & Pick<HitProps, "isPrinted" | "said">) =>
  group === undefined ? (
    hits.map((hit) => <Hit key={hit.place} {...hit} {...shown} />)
  ) : (
    <Group group={group} hits={hits} {...shown} />
  )

/**
 * The place after which all diseases have related signs only; the end of the list where no disease has the very sign.
 */
const endOfSame = (diseases: ReadonlyArray<Disease>): number =>
  diseases.findLastIndex(({ matched = [] }) => matched.some(isSame)) + 1 || diseases.length

interface HitsProps {
  readonly isPrinted: boolean
  readonly page: DiseasePage
}

/**
 * The diseases of a page, folded by their groups. The last ones are folded if they have related signs only, until the
 * reader asks for more.
 */
export const Hits = ({ isPrinted, page: { data, recognised = [] } }: HitsProps) => {
  const { t } = useWebRequest()
  const said = new Map(recognised.map(({ id, text }) => [id, text]))
  const end = isPrinted || data.length > hitsShown ? data.length : endOfSame(data)
  const folded = fold(data)
  const isSimilar = ({ hits: [first] }: Folded) => first !== undefined && first.place > end
  const shown = (some: ReadonlyArray<Folded>) =>
    some.map((one) => (
      <FoldedHits key={one.group?.id ?? `hit ${one.hits[0]?.place}`} {...one} isPrinted={isPrinted} said={said} />
    ))
  const similar = folded.filter(isSimilar)
  const count = similar.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <>
      <List empty="">{shown(folded.filter((one) => !isSimilar(one)))}</List>
      {similar.length === 0 ? null : (
        <details>
          <summary>{t.phenotypes.onlySimilar({ count })}</summary>
          <List empty="">{shown(similar)}</List>
        </details>
      )}
    </>
  )
}
