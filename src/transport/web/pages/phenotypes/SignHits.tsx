import type { Disease, DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { List } from "../../Lists.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { DiseaseName } from "../diseases/DiseaseNames.tsx"
import { type Folded, foldedHits, hitsShown, isSame, type Match } from "./FoldedHits.ts"
import { Frequency, SignSource } from "./Frequencies.tsx"
import { SignName } from "./SignNames.tsx"

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

const Hit = ({ disease, isForm = false, isPrinted, place, said }: HitProps) => {
  const { against = [], codes, id, matched = [], postCount, source } = disease
  const { t } = useWebRequest()
  const entries = Array.from(new Set([...matched, ...against].map((match) => match.source)))
  const same = matched.filter(isSame)
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
        <Matches label={t.phenotypes.fits} matches={same} isPrinted={isPrinted} said={said} />
        <Matches
          label={t.phenotypes.similar}
          matches={matched.filter(({ by }) => same.every((match) => match.by !== by))}
          isPrinted={isPrinted}
          said={said}
        />
        <Matches label={t.phenotypes.against} matches={against} isPrinted={isPrinted} said={said} />
      </dl>
      {source === undefined || source === "" ? null : (
        <details open={isPrinted}>
          <summary>{t.phenotypes.sources}</summary>
          <p class="hint" lang="en">
            {isPrinted ? null : entries.map((code) => [<SignSource key={code} code={code} />, " · "])}
            {source}
          </p>
        </details>
      )}
    </li>
  )
}

const Group = ({ group, hits, ...shown }: Required<Omit<Folded, "place">> & Pick<HitProps, "isPrinted" | "said">) => {
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
        {hits.length > 0 && forms > hits.length ? (
          <span>{t.phenotypes.formsElsewhere({ count: forms - hits.length })}</span>
        ) : null}
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

const HitOrGroup = ({ group, hits, ...shown }: Omit<Folded, "place"> & Pick<HitProps, "isPrinted" | "said">) =>
  group === undefined ? (
    hits.map((hit) => <Hit key={hit.place} {...hit} {...shown} />)
  ) : (
    <Group group={group} hits={hits} {...shown} />
  )

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
  const { shown, similar } = foldedHits(data, !isPrinted && data.length <= hitsShown)
  const listed = (some: ReadonlyArray<Folded>) =>
    some.map(({ place, ...one }) => (
      <HitOrGroup key={one.group?.id ?? `hit ${place}`} {...one} isPrinted={isPrinted} said={said} />
    ))
  const count = similar.reduce((sum, { hits }) => sum + Math.max(hits.length, 1), 0)
  return (
    <>
      <List empty="">{listed(shown)}</List>
      {similar.length === 0 ? null : (
        <details>
          <summary>{t.phenotypes.onlySimilar({ count })}</summary>
          <List empty="">{listed(similar)}</List>
        </details>
      )}
    </>
  )
}
