import type { ConfigError } from "effect"
import { Array as Arrays, Context, DateTime, Effect, Layer, Option } from "effect"
import { newsChanged } from "../domain/Change.ts"
import type { FeedDocument, FeedItem } from "../domain/Feed.ts"
import { categoryBy, type NewsOrigin } from "../domain/NewsRules.ts"
import { isBlank } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { type NewsKnown, NewsRepo, type NewsSaved, type NewsToSave } from "../repositories/NewsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Changes } from "./Changes.ts"
import { Markdown } from "./Markdown.ts"
import { diseasesNamedIn, newsText } from "./NewsLinks.ts"
import { NewsRulesFile } from "./NewsRulesFile.ts"
import { Secrets } from "./Secrets.ts"

/** How many items are stored in one transaction: a thousand would keep the embedded database from everybody else. */
const maxBatch = 25

/** Raised when items come to be made otherwise, so that those which are stored are made anew. */
const makingVersion = 1

/** A feed that was read, and what its items are named after. */
export interface FeedToImport {
  readonly document: FeedDocument
  /** What names the feed for ever, such as its URL without credentials: an item is this and its guid. */
  readonly identity: string
}

/** What an import came to: items that were stored, and those of which nothing was made. */
export interface NewsImported extends NewsSaved {
  readonly skipped: number
  readonly leftOff: number
}

const hostsOf = (urls: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  urls
    .flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).hostname] : []))
    .filter((host) => host !== "")

const originOf = ({ document, identity }: FeedToImport): NewsOrigin => {
  const hosts = hostsOf([identity, document.self, document.site])
  return { source: document.title || (hosts[0] ?? "A news feed"), hosts }
}

/** When an item counts as published: a date that is missing, or still to come, is the moment when it was first seen. */
const publishedAt = (item: FeedItem, known: NewsKnown | undefined, now: DateTime.Utc): DateTime.Utc => {
  const told = item.publishedAt === null ? undefined : DateTime.unsafeMake(item.publishedAt)
  return told !== undefined && DateTime.lessThanOrEqualTo(told, now) ? told : (known?.publishedAt ?? now)
}

const sum = (parts: ReadonlyArray<NewsSaved>): NewsSaved =>
  parts.reduce(
    (all, part) => ({
      added: all.added + part.added,
      changed: all.changed + part.changed,
      unchanged: all.unchanged + part.unchanged
    }),
    { added: 0, changed: 0, unchanged: 0 }
  )

const make = Effect.gen(function* () {
  const news = yield* NewsRepo
  const diseases = yield* DiseasesRepo
  const markdown = yield* Markdown
  const secrets = yield* Secrets
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const rules = yield* Effect.flatMap(NewsRulesFile, ({ read }) => read)

  /** The text after the filter; of one that the filter cannot take, what the feed says in short. */
  const contentOf = ({ content, summary }: FeedItem) =>
    markdown.filter(content).pipe(
      Effect.catchTag("NestedTooDeep", "TooCostly", () => markdown.filter(summary)),
      Effect.catchTag("NestedTooDeep", "TooCostly", () => markdown.filter("").pipe(Effect.orDie))
    )

  const itemOf = Effect.fnUntraced(function* (
    { item, key, digest, known }: Keyed,
    origin: NewsOrigin,
    now: DateTime.Utc
  ) {
    const title = markdown.filterTitle(item.title).trim()
    if (isBlank(title)) return Option.none<NewsToSave>()
    const content = yield* contentOf(item)
    const text = newsText(title, ...item.categories, item.summary, content.text)
    const diseaseIds = yield* diseasesNamedIn(diseases, text)
    return Option.some<NewsToSave>({
      key,
      title,
      summary: markdown.filterTitle(item.summary).trim(),
      category: categoryBy(rules, item, origin),
      source: markdown.filterTitle(origin.source).trim(),
      sourceUrl: Option.fromNullable(item.link),
      publishedAt: publishedAt(item, known, now),
      content,
      diseaseKeys: [],
      diseaseIds,
      digest: Option.some(digest)
    })
  })

  const stored = Effect.fnUntraced(function* (items: ReadonlyArray<NewsToSave>) {
    const saved = yield* news.save(items)
    if (saved.added + saved.changed > 0) yield* changes.record([newsChanged])
    return saved
  }, atomically)

  const save = Effect.fnUntraced(function* (feed: FeedToImport) {
    const { items, leftOff, skipped } = feed.document
    const origin = originOf(feed)
    const now = yield* DateTime.now
    // What an item is made of: the feed's own words, our rules, and the names that the catalogue holds now.
    const { version } = yield* diseases.shown([])
    const made = JSON.stringify([makingVersion, rules, origin, version])
    const keyOf = ({ guid }: FeedItem) => `feed:${secrets.digest(JSON.stringify([feed.identity, guid]))}`
    const known = new Map((yield* news.known(items.map(keyOf))).map((one) => [one.key, one]))
    const keyed = items.map((item): Keyed => {
      const key = keyOf(item)
      return { item, key, digest: secrets.digest(made + JSON.stringify(item)), known: known.get(key) }
    })
    const toMake = keyed.filter(
      ({ digest, item, known }) =>
        !Option.contains(known?.digest ?? Option.none(), digest) ||
        // A date that was still to come may have come since.
        (known !== undefined && !DateTime.Equivalence(publishedAt(item, known, now), known.publishedAt))
    )
    // Feeds tell the newest first, and of what was published at once the greater id is listed first.
    const saved = yield* Effect.forEach(Arrays.chunksOf(toMake.toReversed(), maxBatch), (batch) =>
      Effect.flatMap(
        Effect.forEach(batch, (one) => itemOf(one, origin, now)),
        (made) => stored(Arrays.getSomes(made))
      )
    )
    const { added, changed, unchanged } = sum(saved)
    return {
      added,
      changed,
      unchanged: unchanged + keyed.length - toMake.length,
      skipped: skipped + toMake.length - (added + changed + unchanged),
      leftOff
    } satisfies NewsImported
  })

  return { save }
})

/** An item, what it is stored under, and what is known of it. */
interface Keyed {
  readonly item: FeedItem
  readonly key: string
  readonly digest: string
  readonly known: NewsKnown | undefined
}

/** What makes news of feeds. */
export class NewsImport extends Context.Tag("services/NewsImport")<
  NewsImport,
  {
    /**
     * Stores the items of a feed: filtered, with their category by the operator's rules and with the diseases that their
     * title and text name. An item that is stored already, by the feed's identity and its guid, is changed in place; one
     * that is the same is not touched, and one that the feed has no more stays. A missing or future date is the moment
     * when the item was first seen.
     */
    readonly save: (feed: FeedToImport) => Effect.Effect<NewsImported, Unavailable>
  }
>() {
  /** Over the ports and the operator's rules, which are read once; fails when these are wrong. */
  static readonly layer: Layer.Layer<
    NewsImport,
    ConfigError.ConfigError,
    NewsRepo | DiseasesRepo | Transaction | Changes | Markdown | NewsRulesFile | Secrets
  > = Layer.effect(NewsImport, make)
}
