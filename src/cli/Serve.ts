import { createServer } from "node:net"
import { HttpServerError } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as Configured from "../adapters/Configured.ts"
import * as CatalogueSnapshotFile from "../adapters/node/CatalogueSnapshotFile.ts"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as FeedFetcherHttp from "../adapters/node/FeedFetcherHttp.ts"
import * as FeedReaderThread from "../adapters/node/FeedReaderThread.ts"
import * as Logging from "../adapters/node/Logging.ts"
import * as MailerSmtp from "../adapters/node/MailerSmtp.ts"
import * as MarkdownFilterThreads from "../adapters/node/MarkdownFilterThreads.ts"
import * as PasswordHasherArgon2 from "../adapters/node/PasswordHasherArgon2.ts"
import * as ProcessMetrics from "../adapters/node/ProcessMetrics.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import * as SignFilesThread from "../adapters/node/signs/SignFilesThread.ts"
import * as Tracing from "../adapters/node/Tracing.ts"
import * as Database from "../adapters/postgres/connection/Database.ts"
import * as DatabaseClock from "../adapters/postgres/connection/DatabaseClock.ts"
import * as Sql from "../adapters/postgres/connection/Sql.ts"
import { catalogue, databaseUrl, everything, host, port } from "../Config.ts"
import { Changes } from "../services/Changes.ts"
import { CatalogueLoad } from "../services/diseases/CatalogueImport.ts"
import { DiseaseFinder } from "../services/diseases/DiseaseFinder.ts"
import * as StarterContent from "../services/diseases/StarterContent.ts"
import * as NewsFeeds from "../services/news/NewsFeeds.ts"
import { NewsImport } from "../services/news/NewsImport.ts"
import * as Services from "../services/Services.ts"
import * as NodeServer from "../transport/http/NodeServer.ts"
import * as Transports from "../transport/Transports.ts"
import * as Greeting from "./Greeting.ts"
import { clear } from "./Progress.ts"
import * as Stopping from "./Stopping.ts"

const Machine = Layer.mergeAll(
  Database.CommandChanges.layer,
  FeedFetcherHttp.layer(FeedFetcherHttp.publicOnly),
  FeedReaderThread.layer,
  MailerSmtp.layer,
  ContentFilesJson.layer,
  MarkdownFilterThreads.layer,
  PasswordHasherArgon2.layer,
  ProcessMetrics.layer,
  SecretsRandom.layer,
  SignFilesThread.layer
).pipe(Layer.provide(NodeContext.layer))

/** The services that instances on one database share beside it. */
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
  DiseaseFinder.warmed,
  Catalogue,
  Greeting.readingSigns
)

// Released from the top: the transports, then the services, then the database.
const Community = AfterStart.pipe(
  Layer.provide(Transports.layer(NodeServer.make(), { host, port })),
  Layer.provide(Stopping.drained),
  Layer.provide(Services.layer),
  Layer.merge(Layer.merge(Feeds, ChangesOfCommands)),
  Layer.provide(StarterContent.layer),
  Layer.provide(Changes.layer),
  Layer.provide(Shared),
  Layer.provideMerge(Layer.provideMerge(Sql.layer, Layer.provideMerge(DatabaseClock.followed, Database.layer))),
  Layer.provide(Machine),
  Layer.provideMerge(Stopping.logged),
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
  const community = Layer.launch(Layer.provide(Stopping.first, Community))
  return yield* (yield* databaseUrl) === undefined
    ? community
    : Effect.withClock(community, new DatabaseClock.DatabaseClock())
})
