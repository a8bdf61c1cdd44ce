import { Either } from "effect"
import { decodeBytes } from "./DecodeBytes.ts"
import { type FeedDocument, type FeedItem, maxFeedBytes, maxFeedItems, NotAFeed } from "./Feed.ts"
import { feedDate } from "./FeedDates.ts"
import { dialects, type FeedEntries, type FeedEntry, type FeedText } from "./FeedDialects.ts"
import { feedLink } from "./FeedLinks.ts"
import { oneLine, textOfHtml, truncated } from "./HtmlText.ts"

interface RootedXml {
  /** The name of the root element, in lower case and without its prefix. */
  readonly root: string
  /** The root element's name as written. */
  readonly written: string
  /** The document from its root element on. */
  readonly body: string
  readonly declaresEntities: boolean
}

/** The index after a document type, which may have quoted texts and an internal subset; -1 where it is never closed. */
const endOfDoctype = (text: string, from: number): number => {
  let quote = ""
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === "[") depth++
    else if (character === "]") depth--
    else if (character === ">" && depth <= 0) return at + 1
  }
  return -1
}

const endOf = (text: string, closing: string, from: number): number => {
  const at = text.indexOf(closing, from)
  return at === -1 ? -1 : at + closing.length
}

/** Finds the root element of a document. Resolves no entity, and follows no reference, of its document type. */
const rootOf = (text: string): RootedXml | undefined => {
  let declaresEntities = false
  for (let at = text.indexOf("<"); at !== -1; ) {
    let end = -1
    if (text.startsWith("<?", at)) end = endOf(text, "?>", at)
    else if (text.startsWith("<!--", at)) end = endOf(text, "-->", at)
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      end = endOfDoctype(text, at)
      declaresEntities ||= /<!ENTITY/i.test(end === -1 ? text.slice(at) : text.slice(at, end))
      if (end === -1 && declaresEntities) return { root: "", written: "", body: "", declaresEntities }
    } else {
      const written = /^<([\w.:-]+)/.exec(text.slice(at, at + 100))?.[1]
      if (written === undefined) return undefined
      return { root: written.toLowerCase().replace(/^.*:/, ""), written, body: text.slice(at), declaresEntities }
    }
    at = end === -1 ? -1 : text.indexOf("<", end)
  }
  return undefined
}

/** The maximum number of code points of the title of a feed's item. */
const maxTitle = 200

/** The maximum number of code points of a title that is made from the text of a feed's item without one. */
const maxMadeTitle = 80

/** The maximum number of code points of the summary of a feed's item. */
const maxSummary = 500

/** The maximum number of code points of the name of a category of a feed. */
const maxName = 100

/** The maximum number of code points of the id of a feed's item. */
const maxGuid = 2_000

/** The maximum number of categories of a feed's item. */
const maxNames = 20

const plain = (text: FeedText | undefined): string =>
  text === undefined ? "" : text.isHtml ? textOfHtml(text.text) : oneLine(text.text)

const names = (written: ReadonlyArray<string | undefined>): ReadonlyArray<string> => {
  const found = written.map((name) => truncated(plain({ text: name ?? "", isHtml: true }), maxName))
  return Array.from(new Set(found.filter((name) => name !== ""))).slice(0, maxNames)
}

/** The cleaned item; undefined for one without a title and a text. */
const itemOf = (entry: FeedEntry): FeedItem | undefined => {
  const summary = plain(entry.summary) || plain(entry.content)
  const title = truncated(plain(entry.title), maxTitle) || truncated(summary, maxMadeTitle)
  if (title === "") return undefined
  const link = feedLink(entry.link, entry.base)
  const via = feedLink(entry.via, entry.base)
  const guid = oneLine(entry.guid ?? "").slice(0, maxGuid)
  const date = entry.dates.map(feedDate).find((moment) => moment !== null) ?? null
  return {
    // Without a guid and a link, the parts that are least likely to change name the item.
    guid: guid || link || [title, date ?? summary].join(" "),
    title,
    summary: truncated(summary, maxSummary),
    link,
    ...(via === null ? {} : { via }),
    publishedAt: date,
    hasUnreadableDate: date === null && entry.dates.some((written) => (written ?? "").trim() !== ""),
    categories: names(entry.categories)
  }
}

/**
 * Each guid once, at its first place: the item that was published last, or the last one of equal date. It gets the
 * categories of all its versions, since an update often leaves them out.
 */
const uniqueByGuid = (items: ReadonlyArray<FeedItem>): ReadonlyArray<FeedItem> => {
  const byGuid = new Map<string, FeedItem>()
  for (const item of items) {
    const known = byGuid.get(item.guid)
    const last = known === undefined || (item.publishedAt ?? 0) >= (known.publishedAt ?? 0) ? item : known
    const categories = Array.from(new Set([...(known?.categories ?? []), ...item.categories])).slice(0, maxNames)
    byGuid.set(item.guid, { ...last, categories })
  }
  return Array.from(byGuid.values())
}

/** Closes a document that was cut off, after its last complete item. */
const closed = ({ body, root, written }: RootedXml): { readonly text: string; readonly isWhole: boolean } => {
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
    title: truncated(plain(feed.title), maxTitle),
    self: feedLink(feed.self, feed.base),
    site: feedLink(feed.site, feed.base),
    items: uniqueByGuid(items),
    skipped: read.length - items.length,
    leftOff: feed.entries.length - read.length,
    isWhole
  }
}

/** The fault of a document that is not a feed; undefined for a feed. */
const faultOf = (text: string, rooted: RootedXml | undefined): NotAFeed["fault"] | undefined => {
  if (text.trim() === "") return "empty"
  if (rooted?.declaresEntities === true) return "entities"
  if (rooted?.root === "html" || /^\s*<!doctype html/i.test(text)) return "html"
  if (rooted === undefined) return "xml"
  return dialects.has(rooted.root) ? undefined : "root"
}

/**
 * Reads a feed of any dialect. `url` is the address of the document, for relative links, and `contentType` its header.
 * Resolves no entities and fetches nothing. Fails with `NotAFeed`. A large document takes seconds and a hostile one may
 * take longer, so a server calls this in a worker thread.
 */
export const readFeed = (
  bytes: Uint8Array,
  url: string | null,
  contentType?: string
): Either.Either<FeedDocument, NotAFeed> => {
  if (bytes.length > maxFeedBytes) return Either.left(new NotAFeed({ fault: "large" }))
  const text = decodeBytes(bytes, contentType)
  const rooted = rootOf(text)
  const fault = faultOf(text, rooted)
  const dialect = dialects.get(rooted?.root ?? "")
  if (fault !== undefined || rooted === undefined || dialect === undefined) {
    return Either.left(new NotAFeed({ fault: fault ?? "xml" }))
  }
  const { isWhole, text: complete } = closed(rooted)
  return Either.try({
    try: () => documentOf(dialect(complete, url), isWhole),
    catch: () => new NotAFeed({ fault: isWhole ? "broken" : "cut" })
  })
}
