import { createServer } from "node:net"
import { HttpServerError } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Context, Effect, Layer, Runtime } from "effect"
import * as PasskeysWebAuthn from "../adapters/node/accounts/PasskeysWebAuthn.ts"
import * as PasswordHasherArgon2 from "../adapters/node/accounts/PasswordHasherArgon2.ts"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as CatalogueSnapshotFile from "../adapters/node/diseases/CatalogueSnapshotFile.ts"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import * as Logging from "../adapters/node/Logging.ts"
import * as MailerSmtp from "../adapters/node/mail/MailerSmtp.ts"
import * as FeedFetcherHttp from "../adapters/node/news/FeedFetcherHttp.ts"
import * as FeedReaderThread from "../adapters/node/news/FeedReaderThread.ts"
import * as WebPushNode from "../adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../adapters/node/OutgoingHttp.ts"
import * as ProcessMetrics from "../adapters/node/ProcessMetrics.ts"
import * as PhenotypeFilesThread from "../adapters/node/phenotypes/PhenotypeFilesThread.ts"
import * as MarkdownFilterThreads from "../adapters/node/posts/MarkdownFilterThreads.ts"
import * as TranslatorLibre from "../adapters/node/posts/TranslatorLibre.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as Tracing from "../adapters/node/Tracing.ts"
import * as Database from "../adapters/postgres/connection/Database.ts"
import * as DatabaseClock from "../adapters/postgres/connection/DatabaseClock.ts"
import { Availability } from "../adapters/postgres/connection/DatabaseState.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { catalogue, databaseUrl, everything, host, port } from "../Config.ts"
import { Changes } from "../services/Changes.ts"
import { CommunitySetup } from "../services/CommunitySetup.ts"
import { CatalogueLoad } from "../services/diseases/CatalogueLoad.ts"
import { DiseaseFinder } from "../services/diseases/DiseaseFinder.ts"
import * as StarterContent from "../services/diseases/StarterContent.ts"
import * as NewsFeeds from "../services/news/NewsFeeds.ts"
import { NewsImport } from "../services/news/NewsImport.ts"
import { TextRenewal } from "../services/posts/TextRenewal.ts"
import * as Services from "../services/Services.ts"
import * as NodeServer from "../transport/http/NodeServer.ts"
import * as Transports from "../transport/Transports.ts"
import * as Configured from "./ConfiguredAdapters.ts"
import * as Greeting from "./Greeting.ts"
import { clear } from "./Progress.ts"

/** At a shutdown, the time for which writes wait for the database after the last request. */
const databaseMillis = 500

/** The longest time of a shutdown, after which the process ends itself. */
const everythingMillis = 9_600

/** Logs the beginning of a shutdown. */
class Stopping extends Context.Tag("cli/Stopping")<Stopping, { readonly begin: Effect.Effect<void> }>() {}

/** Ends the process though something still hangs, maybe the log. */
const endNow = () => {
  process.stderr.write(`rare-disease-community: not stopped after ${everythingMillis / 1000} s, ended\n`)
  process.exit(1)
}

/** Logs when all above it has stopped. To be provided to everything that stops; only the log lies below it. */
const stopLogged = Layer.scoped(
  Stopping,
  Effect.gen(function* () {
    // Finalizers run with the logger of the fiber that stops the program, which is not the provided one.
    const log = Runtime.runSync(yield* Effect.runtime<never>())
    let why = "the program has ended"
    let begunAt = 0
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        why = signal
      })
    }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        if (begunAt === 0) return
        log(Effect.logInfo(`stopped after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`))
      })
    )
    return {
      begin: Effect.sync(() => {
        begunAt = performance.now()
        log(Effect.logInfo(`shutting down: ${why}`))
      })
    }
  })
)

/** Over everything else, so that it stops first: logs the shutdown, and limits its time. */
const stopLimited = Layer.scopedDiscard(
  Effect.flatMap(Stopping, ({ begin }) =>
    Effect.addFinalizer(() =>
      Effect.zipRight(
        begin,
        Effect.sync(() => void setTimeout(endNow, everythingMillis).unref())
      )
    )
  )
)

/** Below the transports and over the services: their last writes fail soon where the database does not answer. */
const lastWritesLimited = Layer.scopedDiscard(
  Effect.flatMap(Availability, ({ giveUp }) =>
    Effect.addFinalizer(() => Effect.sync(() => void setTimeout(() => Effect.runSync(giveUp), databaseMillis).unref()))
  )
)

const Machine = Layer.mergeAll(
  Database.CommandChanges.layer,
  FeedFetcherHttp.layer,
  FeedReaderThread.layer,
  MailerSmtp.layer,
  ContentFilesJson.layer,
  LanguageFiles.layer,
  MarkdownFilterThreads.layer,
  PasskeysWebAuthn.layer,
  PasswordHasherArgon2.layer,
  ProcessMetrics.layer,
  SecretsRandom.layer,
  PhenotypeFilesThread.layer,
  TranslatorLibre.layer,
  WebPushNode.layer
).pipe(Layer.provideMerge(OutgoingHttp.configured), Layer.provide(NodeContext.layer))

/** The services that instances on one database share besides the database. */
const Shared = Layer.merge(Configured.changeNotifier, Configured.rateLimitStore)

/** Delivers the changes of commands on the embedded database, before they hear of their commit. */
const ChangesOfCommands = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { publish } = yield* Changes
    yield* (yield* Database.CommandChanges).listen((changes) => Effect.runSync(publish(changes)))
  })
)

/** The operator's feeds, read in the background while the community is served. */
const Feeds = Layer.provide(NewsFeeds.layer, NewsImport.layer)

/** Renews in the background the HTML, excerpts and words that earlier rules made of stored texts. */
const Renewal = Layer.provide(TextRenewal.running, TextRenewal.layer)

/** The diseases of a new community, loaded while it is served already. */
const Catalogue = Layer.unwrapEffect(
  Effect.map(catalogue, (which) =>
    which === "starter"
      ? Layer.empty
      : Layer.provide(
          Greeting.loadingCatalogue,
          Layer.provide(CatalogueLoad.layer, Layer.provide(CatalogueSnapshotFile.layer, NodeContext.layer))
        )
  )
)

/** The tasks that wait until the server listens. */
const AfterStart = Layer.mergeAll(
  Layer.provide(Greeting.listening, NodeContext.layer),
  Greeting.helpless,
  Layer.provide(Greeting.ineffective, NodeContext.layer),
  MailerSmtp.checked,
  DiseaseFinder.followed,
  Catalogue,
  Greeting.readingPhenotypes
)

// Released from the top: the transports, then the services, then the database.
const Community = AfterStart.pipe(
  Layer.provide(Transports.layer(NodeServer.make(), { host, port })),
  Layer.provide(lastWritesLimited),
  Layer.provide(Services.layer),
  Layer.merge(Layer.mergeAll(Feeds, Renewal, ChangesOfCommands)),
  Layer.provide(StarterContent.layer),
  Layer.provide(CommunitySetup.asVariables),
  Layer.provide(Changes.layer),
  Layer.provide(Shared),
  Layer.provideMerge(Layer.provideMerge(Sql.layer, Layer.provideMerge(DatabaseClock.followed, Database.layer))),
  Layer.provide(Machine),
  Layer.provideMerge(stopLogged),
  Layer.provide(Tracing.layer),
  Layer.provide(Logging.layer(clear))
)

/** Fails as listening there would fail: a check before anything costly is made. Port 0 is always free. */
const listenOnce = ({ host, port }: { readonly host: string; readonly port: number }) =>
  Effect.async<void, HttpServerError.ServeError>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(new HttpServerError.ServeError({ cause }))))
    server.listen(port, host, () => server.close(() => resume(Effect.void)))
  })

/** The server: checks the variables and the port, then serves until a signal stops it. */
export const serve = Effect.gen(function* () {
  yield* everything
  yield* listenOnce({ host: yield* host, port: yield* port })
  yield* Effect.provide(Greeting.preparing, NodeContext.layer)
  const community = Layer.launch(Layer.provide(stopLimited, Community))
  return yield* (yield* databaseUrl) === undefined
    ? community
    : Effect.withClock(community, new DatabaseClock.DatabaseClock())
})
