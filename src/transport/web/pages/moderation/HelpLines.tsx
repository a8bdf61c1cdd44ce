import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { countriesOf, countryIn, type Language } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface LinesProps {
  readonly lines: ReadonlyArray<HelpLine>
  /** True for a page that readers of one language share, from whatever country. */
  readonly isShared?: boolean
}

/** The lines to call, those of the reader's country first; on a shared page those where its language is spoken. */
export const LinesToCall = ({ isShared = false, lines }: LinesProps) => {
  const { country: own, language, t } = useWebRequest()
  const near = isShared ? sharedCountries(language) : [own]
  const isNear = ({ country }: HelpLine) => near.includes(country)
  const sorted = [...lines.filter(isNear), ...lines.filter((line) => !isNear(line))]
  return (
    <ul class="rows">
      {sorted.map(({ country, name, phone, url }) => (
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

/** The countries of a language; of none for English, which is read everywhere. */
const sharedCountries = (language: Language) => (language === "en" ? [] : countriesOf(language))

interface HelpProps extends LinesProps {
  readonly lead: string
}

/** The lines to call, for somebody who may need help now. */
export const HelpLines = ({ lead, ...lines }: HelpProps) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="help">
      <h2 id="help">{t.moderation.helpTitle}</h2>
      <p class="lead">{lead}</p>
      <LinesToCall {...lines} />
    </section>
  )
}
