import type { AtomFeed, RdfFeed, RssFeed } from "feedsmith"
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from "feedsmith"
import { baseOf } from "./FeedLinks.ts"

export interface FeedText {
  readonly text: string
  readonly isHtml: boolean
}

/** An item of any dialect, with texts and dates as written. */
export interface FeedEntry {
  readonly guid: string | undefined
  readonly title: FeedText | undefined
  readonly summary: FeedText | undefined
  readonly content: FeedText | undefined
  readonly link: string | undefined
  /** Where it was taken from. */
  readonly via?: string | undefined
  /** The first valid date among these counts. */
  readonly dates: ReadonlyArray<string | undefined>
  readonly categories: ReadonlyArray<string | undefined>
  readonly base: string | null
}

export interface FeedEntries {
  readonly title: FeedText | undefined
  readonly self: string | undefined
  readonly site: string | undefined
  readonly base: string | null
  readonly entries: ReadonlyArray<FeedEntry>
}

const options = {
  /** Items of a feed beyond these are not even counted. */
  maxItems: 10_000
}

const html = (text: string | undefined): FeedText | undefined =>
  text === undefined ? undefined : { text, isHtml: true }

/** A title of RSS is plain text, but many are HTML: a `<` that begins no complete tag is text. */
const htmlTitle = (title: string | undefined) => html(title?.replace(/<(?=\/?[a-z][^<>]*(?:<|$))/gi, "&lt;"))

type Links = ReadonlyArray<{ readonly href?: string; readonly rel?: string; readonly type?: string }> | undefined

const relatedOf = (links: Links, wanted: "self" | "via") => links?.find(({ rel }) => rel === wanted)?.href
const isAlternate = ({ rel }: { readonly rel?: string }) => rel === undefined || rel === "alternate"
const isUrl = (text: string | undefined) => text !== undefined && /^https?:\/\//i.test(text)
const ifUrl = (text: string | undefined) => (isUrl(text) ? text : undefined)

type RssItem = RssFeed.Item<string>
type RdfItem = RdfFeed.Item<string>

/** The parts that RSS 2.0 and RSS 1.0 have in common; `own` gives the parts of an item in which they differ. */
const ofChannel = <Item extends RssItem | RdfItem>(
  feed: Pick<RssFeed.Feed<string> | RdfFeed.Feed<string>, "title" | "link" | "xml" | "atom">,
  items: ReadonlyArray<Item> | undefined,
  url: string | null,
  own: (item: Item) => Pick<FeedEntry, "guid" | "link" | "dates" | "categories">
): FeedEntries => {
  const base = baseOf([url, ifUrl(feed.link), feed.xml?.base])
  return {
    title: htmlTitle(feed.title),
    self: relatedOf(feed.atom?.links, "self"),
    site: feed.link,
    base,
    entries: (items ?? []).map((item) => ({
      ...own(item),
      title: htmlTitle(item.title ?? item.dc?.titles?.[0]),
      summary: html(item.description ?? item.dc?.descriptions?.[0]),
      content: html(item.content?.encoded),
      base: baseOf([base, item.xml?.base])
    }))
  }
}

const ofRss = (text: string, url: string | null): FeedEntries => {
  const feed: RssFeed.Feed<string> = parseRssFeed(text, options)
  return ofChannel(feed, feed.items, url, ({ atom, categories, dc, guid, link, pubDate }) => ({
    guid: guid?.value,
    // A guid is the item's address unless it says otherwise or does not look like one.
    link:
      link ?? atom?.links?.find(isAlternate)?.href ?? (guid?.isPermaLink === false ? undefined : ifUrl(guid?.value)),
    dates: [pubDate, ...(dc?.dates ?? []), atom?.published, atom?.updated],
    categories: [...(categories ?? []).map(({ name }) => name), ...(dc?.subjects ?? [])]
  }))
}

const ofRdf = (text: string, url: string | null): FeedEntries => {
  const feed: RdfFeed.Feed<string> = parseRdfFeed(text, options)
  return ofChannel(feed, feed.items, url, ({ dc, link, rdf }) => ({
    guid: rdf?.about,
    link: link ?? ifUrl(rdf?.about),
    dates: dc?.dates ?? [],
    categories: dc?.subjects ?? []
  }))
}

/** A text, HTML or XHTML construct; undefined for another type, such as a picture in Base64. */
const ofTextConstruct = (text: AtomFeed.Content | undefined): FeedText | undefined => {
  const type = text?.type?.toLowerCase() ?? "text"
  if (text?.value === undefined || !/^(text|html|xhtml|text\/.*|application\/xhtml\+xml)$/.test(type)) return undefined
  return { text: text.value, isHtml: type.includes("html") }
}

/** The page of a feed or entry: the alternate link to HTML, else any alternate link. */
const alternateOf = (links: Links): string | undefined => {
  const alternates = links?.filter(isAlternate)
  return (alternates?.find(({ type }) => (type ?? "text/html").includes("html")) ?? alternates?.[0])?.href
}

const ofAtom = (text: string, url: string | null): FeedEntries => {
  const feed: AtomFeed.Feed<string> = parseAtomFeed(text, options)
  const site = alternateOf(feed.links)
  const base = baseOf([ifUrl(site), url, feed.xml?.base])
  return {
    title: ofTextConstruct(feed.title),
    self: relatedOf(feed.links, "self"),
    site,
    base,
    entries: (feed.entries ?? []).map((entry) => ({
      guid: entry.id,
      title: ofTextConstruct(entry.title),
      summary: ofTextConstruct(entry.summary),
      content: ofTextConstruct(entry.content),
      link: alternateOf(entry.links),
      via: relatedOf(entry.links, "via"),
      dates: [entry.published, entry.updated],
      categories: (entry.categories ?? []).flatMap(({ label, term }) => [term, label]),
      base: baseOf([base, entry.xml?.base])
    }))
  }
}

/** The dialects by the name of their root element. */
export const dialects: ReadonlyMap<string, (text: string, url: string | null) => FeedEntries> = new Map([
  ["rss", ofRss],
  ["rdf", ofRdf],
  ["feed", ofAtom]
])
