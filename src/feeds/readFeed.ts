import { Either } from "effect"
import { type FeedDocument, type FeedItem, maxFeedBytes, maxFeedItems, NotAFeed } from "../domain/Feed.ts"
import { decodeBytes } from "./decodeBytes.ts"
import { feedDate } from "./feedDates.ts"
import { dialects, type FeedEntries, type FeedEntry, type FeedText } from "./feedEntries.ts"
import { baseOf, feedLink } from "./feedLinks.ts"
import { feedHtml, htmlMarkdown, plainMarkdown } from "./htmlMarkdown.ts"
import { beginning, oneLine, plainLine } from "./plainLine.ts"
import { type Rooted, rootOf } from "./prolog.ts"

/** The most code points of each, and how many authors and categories are told. */
const maxTitle = 200
const maxMadeTitle = 80
const maxSummary = 500
const maxName = 100
const maxNames = 20
const maxGuid = 2_000

const plain = (text: FeedText | undefined): string =>
  text === undefined ? "" : text.isHtml ? plainLine(feedHtml(text.text)) : oneLine(text.text)

const markdown = (text: FeedText, base: string | null): string =>
  text.isHtml ? htmlMarkdown(feedHtml(text.text), baseOf([base, text.base])) : plainMarkdown(text.text)

const names = (written: ReadonlyArray<string | undefined>): ReadonlyArray<string> => {
  const said = written.map((name) => beginning(plain({ text: name ?? "", isHtml: true }), maxName))
  return Array.from(new Set(said.filter((name) => name !== ""))).slice(0, maxNames)
}

const firstDate = (dates: ReadonlyArray<string | undefined>): number | null => {
  for (const date of dates) {
    const moment = feedDate(date)
    if (moment !== null) return moment
  }
  return null
}

/** The item, cleaned; none where it says nothing. */
const itemOf = (entry: FeedEntry): FeedItem | undefined => {
  const full = entry.content ?? entry.summary
  const text = full === undefined ? "" : markdown(full, entry.base)
  const summary = plain(entry.summary) || plain(entry.content)
  const title = beginning(plain(entry.title), maxTitle) || beginning(summary, maxMadeTitle)
  if (title === "") return undefined
  const link = feedLink(entry.link, entry.base)
  const authors = names(entry.authors)
  const byline = authors.length === 0 ? "" : plainMarkdown(`— ${authors.join(", ")}`)
  const guid = oneLine(entry.guid ?? "").slice(0, maxGuid)
  const date = firstDate(entry.dates)
  return {
    // Without a guid and a link, what is least likely to change names it.
    guid: guid || link || [title, date ?? summary].join(" "),
    title,
    summary: beginning(summary, maxSummary),
    content: [text, byline].filter((part) => part !== "").join("\n\n"),
    link,
    publishedAt: date,
    authors,
    categories: names(entry.categories)
  }
}

/**
 * Each guid once, where it stood first: of several the one that was published last, and of those the last one; an update
 * often leaves out what it is filed under, so that counts from all of them.
 */
const eachOnce = (items: ReadonlyArray<FeedItem>): ReadonlyArray<FeedItem> => {
  const byGuid = new Map<string, FeedItem>()
  for (const item of items) {
    const known = byGuid.get(item.guid)
    const last = known === undefined || (item.publishedAt ?? 0) >= (known.publishedAt ?? 0) ? item : known
    const categories = Array.from(new Set([...(known?.categories ?? []), ...item.categories])).slice(0, maxNames)
    byGuid.set(item.guid, { ...last, categories })
  }
  return Array.from(byGuid.values())
}

/** A document that was cut off, up to its last complete item and closed; itself when it is whole. */
const closed = ({ body, root, written }: Rooted): { readonly text: string; readonly isWhole: boolean } => {
  const end = new RegExp(`</${written.replaceAll(".", "\\.")}\\s*>`)
  if (end.test(body) || /^<[^>]*\/>\s*$/.test(body)) return { text: body, isWhole: true }
  const ends = Array.from(body.matchAll(root === "feed" ? /<\/(?:[\w.-]+:)?entry\s*>/g : /<\/(?:[\w.-]+:)?item\s*>/g))
  const last = ends.at(-1)
  const kept = last === undefined ? "" : body.slice(0, last.index + last[0].length)
  return { text: `${kept}${root === "rss" ? "</channel>" : ""}</${written}>`, isWhole: false }
}

const documentOf = (feed: FeedEntries, isWhole: boolean): FeedDocument => {
  const read = feed.entries.slice(0, maxFeedItems).map(itemOf)
  const items = read.filter((item) => item !== undefined)
  return {
    title: beginning(plain(feed.title), maxTitle),
    self: feedLink(feed.self, feed.base),
    site: feedLink(feed.site, feed.base),
    items: eachOnce(items),
    skipped: read.length - items.length,
    leftOff: feed.entries.length - read.length,
    isWhole
  }
}

/** What something is that is no feed, in the words of an operator. */
const faultOf = (text: string, rooted: Rooted | undefined): string | undefined => {
  if (text.trim() === "") return "it is empty"
  if (rooted?.declaresEntities === true) return "it declares entities of its own, which no feed needs and attacks do"
  if (rooted?.root === "html" || /^\s*<!doctype html/i.test(text)) return "it is an HTML page, no feed"
  if (rooted === undefined) return "it is no XML: RSS 2.0, RSS 1.0 and Atom 1.0 are read"
  return dialects.has(rooted.root)
    ? undefined
    : `its root element is <${rooted.written.slice(0, 40)}>, not that of RSS 2.0, RSS 1.0 or Atom 1.0`
}

/**
 * The items of a feed, whichever its dialect. `url` is where it was read from, for relative links, and `contentType` what
 * HTTP told of it. Entities that a document defines are never resolved, nor anything fetched that it points to. Fails with
 * `NotAFeed`, which says why. It takes a while for a large document, and an attack's may take longer: it is for a thread.
 */
export const readFeed = (
  bytes: Uint8Array,
  url: string | null,
  contentType?: string
): Either.Either<FeedDocument, NotAFeed> => {
  if (bytes.length > maxFeedBytes) return Either.left(new NotAFeed({ why: "it is larger than 5 MiB" }))
  const text = decodeBytes(bytes, contentType)
  const rooted = rootOf(text)
  const fault = faultOf(text, rooted)
  const dialect = dialects.get(rooted?.root ?? "")
  if (fault !== undefined || rooted === undefined || dialect === undefined) {
    return Either.left(new NotAFeed({ why: fault ?? "it is no feed" }))
  }
  const { isWhole, text: complete } = closed(rooted)
  return Either.try({
    try: () => documentOf(dialect(complete, url), isWhole),
    catch: () => new NotAFeed({ why: isWhole ? "its XML is broken" : "it was cut off before its first item ended" })
  })
}
