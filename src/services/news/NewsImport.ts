import type { FeedDocument, FeedItem } from "@rare-disease-community/feeds/Feed"
import { diseasesNamed, linkableNames } from "@rare-disease-community/names/texts/DiseaseNaming"
import { nameCandidates } from "@rare-disease-community/names/texts/NameCandidates"
import { Array as Arrays, type ConfigError, Context, DateTime, Effect, Layer, Option } from "effect"
import { type Change, newsChanged } from "../../domain/Change.ts"
import type { DiseaseId } from "../../domain/Ids.ts"
import { categoryBy, type NewsOrigin, type NewsRules } from "../../domain/news/NewsRules.ts"
import { addCounts } from "../../domain/Statistics.ts"
import { isBlank } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { NewsRulesFile } from "../../ports/ContentFiles.ts"
import { DiseasesRepo, type Saved } from "../../ports/diseases/DiseasesRepo.ts"
import { type NewsKnown, NewsRepo, type NewsToSave } from "../../ports/news/NewsRepo.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { isOwnAddress } from "./Feeds.ts"

/**
 * The maximum number of news items of one transaction: a thousand would keep the embedded database from everybody else.
 */
const maxBatch = 25

/** Raised when items are derived in another way, so that stored ones are derived again. */
const derivationVersion = 3

export interface FeedToImport {
  readonly document: FeedDocument
  /** A lasting name of the feed, such as its URL without credentials; with its guid it identifies an item. */
  readonly identity: string
}

/**
 * The items that were stored, skipped (without a title, deleted by an admin, or of this site), and left off by the
 * reader.
 */
export interface NewsImported extends Saved {
  readonly skipped: number
  readonly leftOff: number
}

export class NewsImport extends Context.Tag("services/news/NewsImport")<
  NewsImport,
  {
    /**
     * Stores the items of a feed, each as its summary and its link: filtered, with a category by the operator's rules,
     * and linked to the diseases that title and summary name. A stored item, known by the feed's identity and its guid,
     * is changed in place, and only if it differs; one that the feed no longer has stays. One that an admin has deleted
     * is skipped, and one that leads to a page of this site, or was taken from there. A missing or future date becomes
     * the moment when the item was first seen, and one that cannot be read that of its neighbour in the feed.
     */
    readonly save: (feed: FeedToImport) => StorageEffect<NewsImported>
  }
>() {
  /** Reads the operator's rules once; fails when they are wrong. */
  static readonly layer: Layer.Layer<
    NewsImport,
    ConfigError.ConfigError,
    NewsRepo | DiseasesRepo | Transaction | Changes | MarkdownFilter | NewsRulesFile | Secrets
  > = Layer.effect(NewsImport, Effect.gen(make))
}

/** An item with the key and digest that it is stored under, and its stored state. */
interface KeyedItem {
  readonly item: FeedItem
  readonly key: string
  readonly digest: string
  readonly known: NewsKnown | undefined
  /** The date of its neighbour in the feed, for an item whose own cannot be read. */
  readonly estimate: number | undefined
}

/** The date of the next older item with one, else of the next newer one: feeds list the newest first. */
const estimateOf = (items: ReadonlyArray<FeedItem>, at: number): number | undefined => {
  if (items[at]?.hasUnreadableDate !== true) return undefined
  const dateOf = ({ publishedAt }: FeedItem) => publishedAt ?? undefined
  const older = items.slice(at + 1).find(({ publishedAt }) => publishedAt !== null)
  const neighbour = older ?? items.slice(0, at).findLast(({ publishedAt }) => publishedAt !== null)
  return neighbour && dateOf(neighbour)
}

function* make() {
  const news = yield* NewsRepo
  const diseases = yield* DiseasesRepo
  const secrets = yield* Secrets
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const rules = yield* Effect.flatMap(NewsRulesFile, ({ read }) => read)
  const newsOf = yield* newsOfItems(rules)
  const isOwn = yield* isOwnAddress
  const isOurs = ({ link, via }: FeedItem) => [link, via].some((url) => typeof url === "string" && isOwn(url))

  const store = Effect.fnUntraced(function* (items: ReadonlyArray<NewsToSave>, isToPublish: (key: string) => boolean) {
    const saved = yield* news.save(items)
    if (saved.added + saved.changed > 0) yield* changes.append([newsChanged])
    const toPublish = yield* news.known(items.map(({ key }) => key).filter(isToPublish))
    yield* changes.append(toPublish.map(({ id }): Change => ({ kind: "news_published", id, userId: null })))
    return saved
  }, atomically)

  /** The digest covers all that an item is derived from: the feed's text, the rules, and the names in the catalogue. */
  const keyedItems = Effect.fnUntraced(function* ({ document, identity }: FeedToImport, origin: NewsOrigin) {
    const items = document.items.filter((item) => !isOurs(item))
    const version = yield* diseases.version
    const derivation = JSON.stringify([derivationVersion, rules, origin, version])
    const keyOf = ({ guid }: FeedItem) => `feed:${secrets.digest(JSON.stringify([identity, guid]))}`
    const known = new Map((yield* news.known(items.map(keyOf))).map((one) => [one.key, one]))
    return items.map((item, at): KeyedItem => {
      const key = keyOf(item)
      const digest = secrets.digest(derivation + JSON.stringify(item))
      return { item, key, digest, known: known.get(key), estimate: estimateOf(items, at) }
    })
  })

  const save = Effect.fnUntraced(function* (feed: FeedToImport) {
    const { leftOff } = feed.document
    const origin = originOf(feed)
    const now = yield* DateTime.now
    const all = yield* keyedItems(feed, origin)
    const skipped = feed.document.skipped + feed.document.items.length - all.length
    const excluded = yield* news.excluded(all.map(({ key }) => key))
    const items = all.filter(({ key }) => !excluded.has(key))
    const stale = items.filter(
      (item) =>
        !Option.contains(item.known?.digest ?? Option.none(), item.digest) ||
        // The date of an item may have passed since the last import.
        (item.known !== undefined && !DateTime.Equivalence(publishedAt(item, now), item.known.publishedAt))
    )
    const toPublish = new Set(newsToTell(items, now).map(({ key }) => key))
    // Feeds list the newest first; of items published at once the greater id is listed first.
    const saved = yield* Effect.forEach(Arrays.chunksOf(stale.toReversed(), maxBatch), (batch) =>
      Effect.flatMap(
        Effect.forEach(batch, (item) => newsOf(item, origin, now)),
        (derived) => store(Arrays.getSomes(derived), (key) => toPublish.has(key))
      )
    )
    const { added, changed, unchanged } = saved.reduce(addCounts, { added: 0, changed: 0, unchanged: 0 })
    return {
      added,
      changed,
      unchanged: unchanged + items.length - stale.length,
      skipped: skipped + excluded.size + stale.length - (added + changed + unchanged),
      leftOff
    } satisfies NewsImported
  })

  return { save }
}

/** Derives news from an item; none from an item without a title. */
const newsOfItems = Effect.fnUntraced(function* (rules: NewsRules) {
  const diseases = yield* DiseasesRepo
  const markdown = yield* MarkdownFilter

  const content = yield* Effect.orDie(markdown.filter(""))

  return Effect.fnUntraced(function* (keyed: KeyedItem, origin: NewsOrigin, now: DateTime.Utc) {
    const { digest, item, key } = keyed
    const title = markdown.filterTitle(item.title).trim()
    if (isBlank(title)) return Option.none<NewsToSave>()
    const text = newsText(title, ...item.categories, item.summary)
    return Option.some<NewsToSave>({
      key,
      title,
      summary: markdown.filterTitle(item.summary).trim(),
      category: categoryBy(rules, item, origin),
      source: markdown.filterTitle(origin.source).trim(),
      sourceUrl: Option.fromNullable(item.link),
      publishedAt: publishedAt(keyed, now),
      dated: item.publishedAt !== null,
      content,
      diseaseKeys: [],
      diseaseIds: yield* diseasesNamedIn(diseases, text),
      digest: Option.some(digest)
    })
  })
})

const hostsOf = (urls: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  urls
    .flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).hostname] : []))
    .filter((host) => host !== "")

const originOf = ({ document, identity }: FeedToImport): NewsOrigin => {
  const hosts = hostsOf([identity, document.self, document.site])
  return { source: document.title || (hosts[0] ?? "A news feed"), hosts }
}

/**
 * The publication date of an item: its own, or its estimate, which stays as it was first; the moment when the item was
 * first seen where it has neither, and while they are in the future.
 */
const publishedAt = ({ estimate, item, known }: KeyedItem, now: DateTime.Utc): DateTime.Utc => {
  const isEstimated = item.publishedAt === null && known?.dated === false
  const millis = item.publishedAt ?? (isEstimated ? undefined : estimate)
  const dated = millis === undefined ? undefined : DateTime.unsafeMake(millis)
  return dated !== undefined && DateTime.lessThanOrEqualTo(dated, now) ? dated : (known?.publishedAt ?? now)
}

/** Followers of a disease hear of news about it that is no older than this when it is first seen. */
const freshTime = "7 days"

/**
 * The new items that followers are notified of: fresh ones. An item without a date counts as fresh, except at the first
 * import of a feed.
 */
const newsToTell = (items: ReadonlyArray<KeyedItem>, now: DateTime.Utc): ReadonlyArray<KeyedItem> => {
  const isFirst = items.every(({ known }) => known === undefined)
  const oldest = DateTime.subtractDuration(now, freshTime)
  return items.filter(
    (keyed) =>
      keyed.known === undefined &&
      !(isFirst && keyed.item.publishedAt === null) &&
      DateTime.greaterThan(publishedAt(keyed, now), oldest)
  )
}

/** The maximum number of diseases that a news item is linked to. */
const maxDiseases = 10

/** The part of the text of a news item that is searched for names of diseases. */
const maxNamedCharacters = 4_000

/** Separates the parts of a text, so that no name spans two parts. */
const between = " \u00b7 "

/** The text of a news item that is searched for names of diseases. */
export const newsText = (...parts: ReadonlyArray<string>): string => parts.join(between).slice(0, maxNamedCharacters)

/** The diseases that a news text names, in the order of their first mention. */
export const diseasesNamedIn = (
  diseases: Context.Tag.Service<DiseasesRepo>,
  text: string
): StorageEffect<ReadonlyArray<DiseaseId>> => {
  const candidates = nameCandidates(text)
  return Effect.map(diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys)))), (names) =>
    diseasesNamed(text, candidates, linkableNames(names)).slice(0, maxDiseases)
  )
}
