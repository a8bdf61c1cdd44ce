import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { baseOf, unknownLanguage } from "../../../../domain/Language.ts"
import { ByCountry } from "../../ByCountry.tsx"
import { countryIn, ownLanguageFirst } from "../../Languages.ts"
import { labelOf, textFor } from "../../texts/Labels.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface LinesProps {
  readonly lines: ReadonlyArray<HelpLine>
}

/** The name of a line as a link to its page, where it has one that the line or an authority answers for. */
const Name = ({ of: { name, names = {}, url } }: { readonly of: HelpLine }) => {
  const { language, t } = useWebRequest()
  const shown = textFor(names, baseOf(language)) ?? labelOf(t.care.helpLines, name, name)
  if (url === undefined) return <p>{shown}</p>
  return (
    <p>
      <a href={url} rel="noopener">
        {shown}
      </a>
    </p>
  )
}

const Rows = ({ lines }: LinesProps) => {
  const { language, t } = useWebRequest()
  return (
    <ul class="rows">
      {lines.map((line) => (
        <li class="row" key={`${line.country} ${line.phone}`}>
          <strong>{countryIn(language, line.country)}</strong>{" "}
          <a href={`tel:${line.phone.replaceAll(" ", "").replaceAll("#", "%23")}`}>{line.phone}</a>
          {line.hours === undefined ? null : <span class="hint"> {t.care.hours(line.hours)}</span>}
          <Name of={line} />
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
