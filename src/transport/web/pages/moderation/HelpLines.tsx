import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { unknownLanguage } from "../../../../domain/Language.ts"
import { ByCountry } from "../../ByCountry.tsx"
import { countryIn, ownLanguageFirst } from "../../Languages.ts"
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
          <strong>{countryIn(language, country)}</strong>{" "}
          <a href={`tel:${phone.replaceAll(" ", "").replaceAll("#", "%23")}`}>{phone}</a>
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

interface ToCallProps extends LinesProps {
  /** True on a cached page, which readers in many countries share. */
  readonly isShared?: boolean
}

/**
 * The lines to call: those of the reader's country and of the countries of the page's language, and folded the others.
 * Of two lines of a country the one that speaks the reader's language is the first.
 */
export const LinesToCall = ({ isShared = false, lines }: ToCallProps) => {
  const { country, language } = useWebRequest()
  const speaking = lines.map((line) => ({ ...line, language: line.language ?? unknownLanguage }))
  return (
    <ByCountry
      of={ownLanguageFirst(speaking, language)}
      first={isShared || country === undefined ? [] : [country]}
      also={["EU"]}
    >
      {(some) => <Rows lines={some} />}
    </ByCountry>
  )
}

interface HelpProps extends ToCallProps {
  readonly lead: string
}

/** The lines to call, for somebody who may need help now. */
export const HelpLines = ({ lead, ...shown }: HelpProps) => (
  <section aria-labelledby="help">
    <h2 id="help">{useWebRequest().t.moderation.helpTitle}</h2>
    <p class="lead">{lead}</p>
    <LinesToCall {...shown} />
  </section>
)
