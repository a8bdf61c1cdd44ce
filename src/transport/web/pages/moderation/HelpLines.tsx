import type { HelpLine } from "../../../../domain/moderation/Report.ts"
import { countryIn } from "../../Languages.ts"
import { labelOf } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface LinesProps {
  readonly lines: ReadonlyArray<HelpLine>
}

/** The lines to call, those of the reader's country first. */
export const LinesToCall = ({ lines }: LinesProps) => {
  const { country: own, language, t } = useWebRequest()
  const sorted = [...lines.filter(({ country }) => country === own), ...lines.filter(({ country }) => country !== own)]
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

/** The lines to call, after a report of danger. */
export const HelpLines = ({ lines }: LinesProps) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="help">
      <h2 id="help">{t.moderation.helpTitle}</h2>
      <p class="lead">{t.moderation.helpLead}</p>
      <LinesToCall lines={lines} />
    </section>
  )
}
