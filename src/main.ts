import { HttpServer } from "@effect/platform"
import { NodeContext, NodeHttpServer, NodeRuntime } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import { everything, host, port } from "./Config.ts"
import { explained } from "./cli/StartFailure.ts"
import * as CommunityHttp from "./http/CommunityHttp.ts"
import * as Draining from "./http/Draining.ts"
import * as NodeServer from "./http/NodeServer.ts"
import { Closing } from "./services/Closing.ts"
import * as Services from "./services/Services.ts"
import * as StarterContent from "./services/StarterContent.ts"
import * as Database from "./sql/Database.ts"
import * as Sql from "./sql/Sql.ts"
import * as Logging from "./system/Logging.ts"
import * as MarkdownWorkers from "./system/MarkdownWorkers.ts"
import * as PasswordHasherArgon2 from "./system/PasswordHasherArgon2.ts"
import * as RateLimitStoreProcess from "./system/RateLimitStoreProcess.ts"
import * as SecretsRandom from "./system/SecretsRandom.ts"
import * as StarterFilesJson from "./system/StarterFilesJson.ts"

const Storage = Sql.layer.pipe(Layer.provide(Database.layer))

const Machine = Layer.mergeAll(
  MarkdownWorkers.layer,
  PasswordHasherArgon2.layer,
  RateLimitStoreProcess.layer,
  SecretsRandom.layer,
  StarterFilesJson.layer
).pipe(Layer.provide(NodeContext.layer))

const server = NodeServer.make()

// Released from the top: requests drain, then the server closes, then the database.
const Community = Draining.layer(server, "8 seconds").pipe(
  Layer.provide(HttpServer.withLogAddress(CommunityHttp.layer)),
  Layer.provide(NodeHttpServer.layerConfig(() => server, Config.all({ host, port }))),
  Layer.provide(Closing.layer),
  Layer.provide(Services.layer),
  Layer.provide(StarterContent.layer),
  Layer.provide(Storage),
  Layer.provide(Machine),
  Layer.provide(Logging.layer),
  Layer.provide(Layer.setTracerEnabled(false)) // spans cost CPU, and nobody reads them before there is an exporter
)

const program = Effect.zipRight(everything, Layer.launch(Community))

NodeRuntime.runMain(explained(program), { disablePrettyLogger: true })
