import type { AtomFeed, RdfFeed, RssFeed } from "feedsmith"
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from "feedsmith"
import { baseOf } from "./feedLinks.ts"

/** A text of a feed, and whether it is HTML. */
export interface FeedText {
  readonly text: string
  readonly isHtml: boolean
  /** Where its relative links begin, when that is elsewhere than those of its item. */
  readonly base?: string | undefined
}

/** An item as its dialect tells it, texts and dates as they are written. */
export interface FeedEntry {
  readonly guid: string | undefined
  readonly title: FeedText | undefined
  readonly summary: FeedText | undefined
  readonly content: FeedText | undefined
  readonly link: string | undefined
  /** The first of these that is a date counts. */
  readonly dates: ReadonlyArray<string | undefined>
  readonly authors: ReadonlyArray<string | undefined>
  readonly categories: ReadonlyArray<string | undefined>
  readonly base: string | null
}

/** A feed as its dialect tells it. */
export interface FeedEntries {
  readonly title: FeedText | undefined
  readonly self: string | undefined
  readonly site: string | undefined
  readonly base: string | null
  readonly entries: ReadonlyArray<FeedEntry>
}

/** More items are not looked at, not even to count them. */
const options = { maxItems: 10_000 }

const html = (text: string | undefined): FeedText | undefined =>
  text === undefined ? undefined : { text, isHtml: true }

const selfOf = (links: ReadonlyArray<{ readonly href?: string; readonly rel?: string }> | undefined) =>
  links?.find(({ rel }) => rel === "self")?.href

const isUrl = (text: string | undefined) => text !== undefined && /^https?:\/\//i.test(text)

const ofRss = (text: string, url: string | null): FeedEntries => {
  const feed: RssFeed.Feed<string> = parseRssFeed(text, options)
  const base = baseOf([url, isUrl(feed.link) ? feed.link : undefined, feed.xml?.base])
  return {
    title: html(feed.title),
    self: selfOf(feed.atom?.links),
    site: feed.link,
    base,
    entries: (feed.items ?? []).map((item) => ({
      guid: item.guid?.value,
      title: html(item.title ?? item.dc?.titles?.[0]),
      summary: html(item.description ?? item.dc?.descriptions?.[0]),
      content: html(item.content?.encoded),
      link:
        item.link ??
        item.atom?.links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href ??
        // A guid that does not say otherwise is an address; one that is none says so by its looks.
        (item.guid?.isPermaLink !== false && isUrl(item.guid?.value) ? item.guid?.value : undefined),
      dates: [item.pubDate, ...(item.dc?.dates ?? []), item.atom?.published, item.atom?.updated],
      authors: [...(item.authors ?? []).map(({ name }) => name), ...(item.dc?.creators ?? [])],
      categories: [...(item.categories ?? []).map(({ name }) => name), ...(item.dc?.subjects ?? [])],
      base: baseOf([base, item.xml?.base])
    }))
  }
}

const ofRdf = (text: string, url: string | null): FeedEntries => {
  const feed: RdfFeed.Feed<string> = parseRdfFeed(text, options)
  const base = baseOf([url, isUrl(feed.link) ? feed.link : undefined, feed.xml?.base])
  return {
    title: html(feed.title),
    self: selfOf(feed.atom?.links),
    site: feed.link,
    base,
    entries: (feed.items ?? []).map((item) => ({
      guid: item.rdf?.about,
      title: html(item.title ?? item.dc?.titles?.[0]),
      summary: html(item.description ?? item.dc?.descriptions?.[0]),
      content: html(item.content?.encoded),
      link: item.link ?? (isUrl(item.rdf?.about) ? item.rdf?.about : undefined),
      dates: item.dc?.dates ?? [],
      authors: item.dc?.creators ?? [],
      categories: item.dc?.subjects ?? [],
      base: baseOf([base, item.xml?.base])
    }))
  }
}

/** Text, HTML or XHTML; a picture or a document in Base64 is no text. */
const ofConstruct = (text: AtomFeed.Content | undefined): FeedText | undefined => {
  const type = text?.type?.toLowerCase() ?? "text"
  if (text?.value === undefined || !/^(text|html|xhtml|text\/.*|application\/xhtml\+xml)$/.test(type)) return undefined
  return { text: text.value, isHtml: type.includes("html"), base: text.xml?.base }
}

const ofAtom = (text: string, url: string | null): FeedEntries => {
  const feed: AtomFeed.Feed<string> = parseAtomFeed(text, options)
  const alternate = (links: AtomFeed.Entry<string>["links"]) =>
    links?.find(
      ({ rel, type }) => (rel === undefined || rel === "alternate") && (type ?? "text/html").includes("html")
    ) ?? links?.find(({ rel }) => rel === undefined || rel === "alternate")
  const site = alternate(feed.links)?.href
  const base = baseOf([isUrl(site) ? site : undefined, url, feed.xml?.base])
  return {
    title: ofConstruct(feed.title),
    self: selfOf(feed.links),
    site,
    base,
    entries: (feed.entries ?? []).map((entry) => ({
      guid: entry.id,
      title: ofConstruct(entry.title),
      summary: ofConstruct(entry.summary),
      content: ofConstruct(entry.content),
      link: alternate(entry.links)?.href,
      dates: [entry.published, entry.updated],
      authors: (entry.authors ?? feed.authors ?? []).map(({ name }) => name),
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
