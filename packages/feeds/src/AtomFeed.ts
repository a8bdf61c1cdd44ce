import { xmlText } from "@rare-disease-community/text/XmlText"
import { generateAtomFeed } from "feedsmith"

interface Entry {
  /** The address of its page, which is its id, too. */
  readonly url: string
  readonly title: string
  readonly published: Date
  readonly updated: Date
  readonly author: string
  readonly category?: string
  /** The address of what it was taken from. */
  readonly via?: string
  /** The language of its texts (BCP 47). */
  readonly language?: string
}

/** An entry with a summary, which is plain text, or with all of its content, which is sanitised HTML. */
export type AtomEntry = Entry & ({ readonly summary: string } | { readonly html: string })

export interface AtomFeed {
  /** The address of the feed, which is its id, too. */
  readonly self: string
  /** The address of the page that it is about. */
  readonly site: string
  readonly title: string
  /** When what it is about was written or changed; entries may be later. */
  readonly updated?: Date
  /** In the order of the feed. */
  readonly entries: ReadonlyArray<AtomEntry>
}

/** A feed about nothing, without entries, was never updated. */
const latest = (dates: ReadonlyArray<Date>) => new Date(Math.max(0, ...dates.map(Number)))

/** The line ends and indents around CDATA sections, which would be part of their texts. */
const around = /(?<=>)\s*(<!\[CDATA\[[\s\S]*?\]\]>)\s*/g

const written = ({ entries, self, site, title, updated = new Date(0) }: AtomFeed): string =>
  generateAtomFeed(
    {
      id: self,
      xml: { lang: "en" },
      title: { value: title },
      updated: latest([updated, ...entries.map(({ updated }) => updated)]),
      links: [
        { href: self, rel: "self", type: "application/atom+xml" },
        { href: site, rel: "alternate", type: "text/html" }
      ],
      entries: entries.map((entry) => ({
        id: entry.url,
        ...(entry.language === undefined ? {} : { xml: { lang: entry.language } }),
        title: { value: entry.title },
        published: entry.published,
        updated: entry.updated,
        links: [
          { href: entry.url, rel: "alternate", type: "text/html" },
          ...(entry.via === undefined ? [] : [{ href: entry.via, rel: "via" }])
        ],
        authors: [{ name: entry.author }],
        categories: entry.category === undefined ? [] : [{ term: entry.category }],
        ...("summary" in entry
          ? { summary: { value: entry.summary } }
          : { content: { value: entry.html, type: "html" } })
      }))
    },
    { strict: false }
  )

/** Writes an Atom feed (RFC 4287) in English, which no character of a text makes ill-formed. */
export const atomFeed = (feed: AtomFeed): string => xmlText(written(feed).replace(around, "$1"))
