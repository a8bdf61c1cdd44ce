import { escaped } from "@rare-disease-community/text/Highlight"
import { filteredTree, htmlOfTree } from "@rare-disease-community/text/Html"
import { textOfPage } from "@rare-disease-community/text/TextOfPage"
import { useWebRequest } from "./WebRequest.ts"

interface Shown {
  readonly html: string
  /** The name of the place, which no other text of the page has. */
  readonly name: string
  readonly lang?: string | undefined
  /** The level of the heading that it is below. */
  readonly under?: number
  /** False for a text whose line ends mean nothing. */
  readonly keepsLines?: boolean
}

/** The place where the HTML of a content enters a page: it was sanitised when it was written. */
export const Markup = ({ html, keepsLines = true, lang, name, under = 2 }: Shown) => {
  const { t } = useWebRequest()
  const { backToReference, footnotes } = t.reading
  const nodes = textOfPage(filteredTree(html), {
    name,
    under,
    keepsLines,
    footnotes: escaped(footnotes),
    backToReference: (number) => escaped(backToReference({ number }))
  })
  return <div class="text" lang={lang} dangerouslySetInnerHTML={{ __html: htmlOfTree(nodes) }} />
}

/** A text around matches of a search. */
export const Highlight = ({ html }: { readonly html: string }) => <span dangerouslySetInnerHTML={{ __html: html }} />
