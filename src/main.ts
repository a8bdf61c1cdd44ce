import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { catalogue, everything, host, port } from "./Config.ts"
import * as Greeting from "./cli/Greeting.ts"
import { explained } from "./cli/StartFailure.ts"
import * as Stopping from "./cli/Stopping.ts"
import * as FreePort from "./http/FreePort.ts"
import * as NodeServer from "./http/NodeServer.ts"
import { CatalogueLoad } from "./services/CatalogueLoad.ts"
import { Changes } from "./services/Changes.ts"
import { DiseaseFinder } from "./services/DiseaseFinder.ts"
import * as NewsFeeds from "./services/NewsFeeds.ts"
import { NewsImport } from "./services/NewsImport.ts"
import * as Services from "./services/Services.ts"
import * as StarterContent from "./services/StarterContent.ts"
import * as Database from "./sql/Database.ts"
import * as Sql from "./sql/Sql.ts"
import * as CatalogueSnapshotFile from "./system/CatalogueSnapshotFile.ts"
import * as ChangeHintsConfigured from "./system/ChangeHintsConfigured.ts"
import * as FeedFetcherHttp from "./system/FeedFetcherHttp.ts"
import * as FeedReaderThread from "./system/FeedReaderThread.ts"
import * as Logging from "./system/Logging.ts"
import * as MarkdownWorkers from "./system/MarkdownWorkers.ts"
import * as NewsRulesJson from "./system/NewsRulesJson.ts"
import * as PasswordHasherArgon2 from "./system/PasswordHasherArgon2.ts"
import * as RateLimitStoreProcess from "./system/RateLimitStoreProcess.ts"
import * as SecretsRandom from "./system/SecretsRandom.ts"
import * as StarterFilesJson from "./system/StarterFilesJson.ts"
import * as Transports from "./Transports.ts"

const Storage = Sql.layer.pipe(Layer.provideMerge(Database.layer))

const Machine = Layer.mergeAll(
  ChangeHintsConfigured.layer,
  FeedFetcherHttp.layer(FeedFetcherHttp.onlyPublic),
  FeedReaderThread.layer,
  MarkdownWorkers.layer,
  NewsRulesJson.layer,
  PasswordHasherArgon2.layer,
  RateLimitStoreProcess.layer,
  SecretsRandom.layer,
  StarterFilesJson.layer
).pipe(Layer.provide(NodeContext.layer))

/** The operator's feeds, read in the background while the community is served. */
const Feeds = Layer.provide(NewsFeeds.layer, NewsImport.layer)

/** What a new community begins with, loaded while it is served already. */
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

/** What waits until the server listens. */
const AfterStart = Layer.mergeAll(Layer.provide(Greeting.listening, NodeContext.layer), DiseaseFinder.warmed, Catalogue)

// Released from the top: the transports, then the services, then the database.
const Community = AfterStart.pipe(
  Layer.provide(Transports.layer(NodeServer.make(), { host, port })),
  Layer.provide(Stopping.drained),
  Layer.provide(Services.layer),
  Layer.merge(Feeds),
  Layer.provide(StarterContent.layer),
  Layer.provide(Changes.layer),
  Layer.provideMerge(Storage),
  Layer.provide(Machine),
  Layer.provideMerge(Stopping.told),
  Layer.provide(Logging.layer),
  Layer.provide(Layer.setTracerEnabled(false)) // spans cost CPU, and nobody reads them before there is an exporter
)

const program = Effect.gen(function* () {
  yield* everything
  yield* FreePort.isFree({ host: yield* host, port: yield* port })
  yield* Effect.provide(Greeting.preparing, NodeContext.layer)
  return yield* Layer.launch(Layer.provide(Stopping.first, Community))
})

NodeRuntime.runMain(explained(program), { disablePrettyLogger: true })
