import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { ByCountry, byNearness } from "../../ByCountry.tsx"
import { countriesOf, countryIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface LinesProps {
  readonly lines: ReadonlyArray<HelpLine>
}

const Rows = ({ lines }: LinesProps) => {
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

/** The lines to call, those of the reader's country first, then those of the countries of the page's language. */
export const LinesToCall = ({ lines }: LinesProps) => {
  const { country, language } = useWebRequest()
  const near = new Set([...(country === undefined ? [] : [country]), ...countriesOf(language)])
  const { elsewhere, here } = byNearness(language, lines, [...near])
  return <Rows lines={[...here, ...elsewhere]} />
}

interface HelpProps extends LinesProps {
  readonly lead: string
  /** True on a cached page, which readers in many countries share. */
  readonly isShared?: boolean
}

/** The lines to call, for somebody who may need help now. */
export const HelpLines = ({ isShared = false, lead, lines }: HelpProps) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="help">
      <h2 id="help">{t.moderation.helpTitle}</h2>
      <p class="lead">{lead}</p>
      {isShared ? (
        <ByCountry of={lines} also={["EU"]}>
          {(some) => <Rows lines={some} />}
        </ByCountry>
      ) : (
        <LinesToCall lines={lines} />
      )}
    </section>
  )
}
