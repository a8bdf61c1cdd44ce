import { Args, Command, Options } from "@effect/cli"
import { FileSystem, Path } from "@effect/platform"
import { maxFeedBytes, maxFeedItems } from "@rare-disease-community/feeds/Feed"
import { Console, Data, Effect, Either, Layer, Option, Redacted } from "effect"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as FeedFetcherHttp from "../adapters/node/news/FeedFetcherHttp.ts"
import * as FeedReaderThread from "../adapters/node/news/FeedReaderThread.ts"
import * as OutgoingHttp from "../adapters/node/OutgoingHttp.ts"
import * as MarkdownFilterThreads from "../adapters/node/posts/MarkdownFilterThreads.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { addCounts } from "../domain/Statistics.ts"
import { type FeedBytes, FeedFetcher, FeedReader } from "../ports/news/NewsFeeds.ts"
import { Changes } from "../services/Changes.ts"
import { feedName } from "../services/news/Feeds.ts"
import { NewsImport, type NewsImported } from "../services/news/NewsImport.ts"
import * as Configured from "./ConfiguredAdapters.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"

class ImportFailed extends Data.TaggedError("ImportFailed")<{ readonly message: string }> {}

/** A feed's document, and its name where the document has none. */
interface Source {
  readonly name: string
  readonly document: FeedBytes
  /** Set for a feed that was fetched: it is named by its URL, as when it is polled. */
  readonly identity: Option.Option<string>
}

const isUrl = (feed: string) => /^https?:\/\//i.test(feed) && URL.canParse(feed)

const feedFile = /\.(xml|rss|rdf|atom)$/i

const fetchSource = (feed: string) =>
  Effect.gen(function* () {
    const fetcher = yield* FeedFetcher
    const url = Redacted.make(feed)
    const answer = yield* fetcher.fetch({ url, etag: Option.none(), lastModified: Option.none() })
    if (answer._tag === "NotModified")
      return yield* new ImportFailed({ message: "it answered 304 without being asked" })
    return { name: feedName(url), document: answer, identity: Option.some(feedName(url)) } satisfies Source
  })

const readSource = (file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { size } = yield* fs.stat(file)
    if (size > maxFeedBytes) return yield* new ImportFailed({ message: "it is larger than 5 MiB" })
    const document = { bytes: yield* fs.readFile(file), url: null, contentType: undefined }
    return { name: file, document, identity: Option.none() } satisfies Source
  }).pipe(Effect.catchTags({ BadArgument: unreadable, SystemError: unreadable }))

const unreadable = () => new ImportFailed({ message: "it cannot be read" })

/** The feeds of an argument: a URL, a file, or the files of a folder with the extension of a feed. */
const feedsOf = (argument: string) =>
  Effect.gen(function* () {
    if (isUrl(argument)) return [argument]
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const { type } = yield* fs.stat(argument)
    if (type !== "Directory") return [argument]
    const names = yield* fs.readDirectory(argument)
    return names
      .filter((name) => feedFile.test(name))
      .toSorted()
      .map((name) => path.join(argument, name))
  }).pipe(Effect.catchAll(() => Effect.succeed([argument])))

/**
 * Imports a feed. One in a file is named by the URL that it gives itself, so that it is the same feed when it is
 * fetched.
 */
const importOne = (feed: string) =>
  Effect.gen(function* () {
    const reader = yield* FeedReader
    const news = yield* NewsImport
    const source: Source = yield* isUrl(feed) ? fetchSource(feed) : readSource(feed)
    const document = yield* reader.read(source.document)
    const own = document.self ?? document.site ?? document.title
    const identity = Option.getOrElse(source.identity, () => own || source.name)
    return { document, imported: yield* news.save({ document, identity }) }
  })

const summaryOf = ({ added, changed, leftOff, skipped, unchanged }: NewsImported): string =>
  [
    `${added} added`,
    `${changed} changed`,
    `${unchanged} unchanged`,
    ...(skipped > 0 ? [`${skipped} skipped, which say nothing new`] : []),
    ...(leftOff > 0 ? [`${leftOff} left off: ${maxFeedItems.toLocaleString("en")} items of a document are read`] : [])
  ].join(", ")

const noItems: NewsImported = { added: 0, changed: 0, unchanged: 0, skipped: 0, leftOff: 0 }

const sumOf = (imports: ReadonlyArray<NewsImported>) => imports.reduce(addCounts, noItems)

/** A URL may hold a password, and its query a secret. */
const publicName = (feed: string): string => {
  if (!isUrl(feed)) return feed
  const { host, pathname, protocol } = new URL(feed)
  return `${protocol}//${host}${pathname}`
}

/** Imports the feeds, and calls `note` with the result so far. */
const run = (sources: ReadonlyArray<string>, isJson: boolean, note: Progress.Note) =>
  Effect.gen(function* () {
    const feeds = (yield* Effect.forEach(sources, feedsOf)).flat()
    const imports: Array<NewsImported & { readonly feed: string; readonly isWhole: boolean }> = []
    const tell = (line: string) => (isJson ? Effect.void : Console.log(line))
    for (const feed of feeds) {
      const result = yield* Effect.either(importOne(feed))
      if (Either.isLeft(result)) {
        yield* Console.error(`${publicName(feed)}: ${result.left.message}`)
        continue
      }
      const { document, imported } = result.right
      imports.push({ feed: publicName(feed), isWhole: document.isWhole, ...imported })
      note(`${imports.length} of ${feeds.length} feeds are saved`)
      yield* tell(`${publicName(feed)}: ${summaryOf(imported)}${document.isWhole ? "" : " (the document was cut off)"}`)
    }
    if (feeds.length === 0) return yield* new ImportFailed({ message: "no feed was found there" })
    if (feeds.length > 1) yield* tell(`together: ${summaryOf(sumOf(imports))}`)
    if (isJson) yield* print(isJson, imports, [])
    const failures = feeds.length - imports.length
    if (failures > 0) {
      return yield* new ImportFailed({ message: `${failures} of ${feeds.length} feeds could not be imported` })
    }
  })

const allowPrivate = Options.boolean("allow-private").pipe(
  Options.withDescription("Also fetch from addresses that are not public, such as this machine and its network.")
)

const feeds = Args.text({ name: "FEED" }).pipe(
  Args.withDescription("A URL, a file, or a folder of *.xml, *.rss, *.rdf and *.atom files."),
  Args.atLeast(1)
)

/** `npm run import -- news FEED…`: imports news from RSS 2.0, RSS 1.0 and Atom 1.0, as often as one likes. */
export const importNews = Command.make("news", { allowPrivate, feeds, json }, ({ allowPrivate, feeds, json }) =>
  Progress.stoppable((note) =>
    Effect.provide(
      run(feeds, json, note),
      NewsImport.layer.pipe(
        Layer.provide(Layer.provide(Changes.layer, Configured.changeNotifier)),
        Layer.provide(Layer.provideMerge(Sql.layer, CommandDatabase.migrated)),
        Layer.provide(Layer.mergeAll(MarkdownFilterThreads.layer, ContentFilesJson.layer, SecretsRandom.layer)),
        Layer.merge(FeedReaderThread.layer),
        Layer.merge(
          Layer.provide(
            FeedFetcherHttp.layer,
            OutgoingHttp.layer(allowPrivate ? OutgoingHttp.unrestricted : OutgoingHttp.publicOnly)
          )
        )
      )
    )
  )
).pipe(Command.withDescription("Imports news from RSS 2.0, RSS 1.0 and Atom 1.0 feeds; a second time changes nothing."))
