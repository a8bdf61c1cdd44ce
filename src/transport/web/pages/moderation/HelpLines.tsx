import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { countriesOf, countryIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface LinesProps {
  readonly lines: ReadonlyArray<HelpLine>
}

const List = ({ lines }: LinesProps) => {
  const { language, t } = useWebRequest()
  return (
    <ul class="rows">
      {lines.map(({ country, name, phone, url }) => (
        <li class="row" key={`${country} ${phone}`}>
          <strong>{countryIn(language, country)}</strong> <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
          <p>
            <a href={url} rel="noopener">
              {labelOf(t.care.helpLines, name, name)}
            </a>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The lines to call, those of the reader's country first. */
export const LinesToCall = ({ lines }: LinesProps) => {
  const { country: own } = useWebRequest()
  const isNear = ({ country }: HelpLine) => country === own
  return <List lines={[...lines.filter(isNear), ...lines.filter((line) => !isNear(line))]} />
}

/**
 * The lines to call on a cached page, which readers of many countries share: those where its language is spoken and the
 * European one; the others are folded.
 */
const SharedLines = ({ lines }: LinesProps) => {
  const { language, t } = useWebRequest()
  const near = [...countriesOf(language), "EU"]
  const others = lines.filter(({ country }) => !near.includes(country))
  return (
    <>
      <List lines={near.flatMap((code) => lines.filter(({ country }) => country === code))} />
      {others.length === 0 ? null : (
        <details>
          <summary>{t.disease.otherCountries}</summary>
          <List lines={others} />
        </details>
      )}
    </>
  )
}

interface HelpProps extends LinesProps {
  readonly lead: string
  /** True on a cached page. */
  readonly isShared?: boolean
}

/** The lines to call, for somebody who may need help now. */
export const HelpLines = ({ isShared = false, lead, lines }: HelpProps) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="help">
      <h2 id="help">{t.moderation.helpTitle}</h2>
      <p class="lead">{lead}</p>
      {isShared ? <SharedLines lines={lines} /> : <LinesToCall lines={lines} />}
    </section>
  )
}
