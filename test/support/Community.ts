import { readFileSync } from "node:fs"
import { FetchHttpClient, HttpServer } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import { Config, ConfigProvider, Context, Effect, identity, Layer, Logger, LogLevel, Option } from "effect"
import { inject } from "vitest"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as PasskeysWebAuthn from "../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import * as PasswordHasherArgon2 from "../../src/adapters/node/accounts/PasswordHasherArgon2.ts"
import * as PasswordHasherPlain from "../../src/adapters/node/accounts/PasswordHasherPlain.ts"
import * as ContentFilesJson from "../../src/adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../../src/adapters/node/LanguageFiles.ts"
import * as MailerSmtp from "../../src/adapters/node/mail/MailerSmtp.ts"
import * as WebPushNode from "../../src/adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../../src/adapters/node/OutgoingHttp.ts"
import * as ProcessMetrics from "../../src/adapters/node/ProcessMetrics.ts"
import { namesIn, phenotypesIn, reading } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import * as MarkdownFilterInline from "../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as TranslatorLibre from "../../src/adapters/node/posts/TranslatorLibre.ts"
import * as RateLimitStoreMemory from "../../src/adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../../src/adapters/node/SecretsRandom.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { filesDir, host, siteOrigin } from "../../src/Config.ts"
import * as Configured from "../../src/cli/ConfiguredAdapters.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { LanguageFiles as LanguageFilesPort, type LanguageFolder } from "../../src/ports/LanguageFiles.ts"
import { PhenotypeFiles } from "../../src/ports/phenotypes/PhenotypeFiles.ts"
import { MarkdownFilter } from "../../src/ports/posts/MarkdownFilter.ts"
import { Changes } from "../../src/services/Changes.ts"
import * as StarterContent from "../../src/services/diseases/StarterContent.ts"
import * as Services from "../../src/services/Services.ts"
import * as NodeServer from "../../src/transport/http/NodeServer.ts"
import { Methods } from "../../src/transport/mcp/Methods.ts"
import * as Transports from "../../src/transport/Transports.ts"
import { instancesBehindNginx, type Parts } from "./instances/BehindNginx.ts"
import { serverAt } from "./network/ServerAt.ts"
import { type Storage, started } from "./Storage.ts"
import { unlimited } from "./Unlimited.ts"

/** Reads the built phenotypes while nothing else runs in this thread: the clock of tests does not stop. */
const builtPhenotypes = (folder: string): PhenotypeData | undefined => {
  const steps = reading({ what: "phenotypes", folder })
  try {
    for (let step = steps.next(); ; step = steps.next(readFileSync(step.value)))
      if (step.done === true) return step.value as PhenotypeData | undefined
  } catch {
    return undefined // It is not there, and is built.
  }
}

/** Reads the files of signs on the calling thread. */
const signFiles = Layer.effect(
  PhenotypeFiles,
  Effect.map(filesDir, (folder) => ({
    names: Effect.promise(() => namesIn(folder)),
    phenotypes: Effect.map(
      Effect.promise(async () => builtPhenotypes(folder) ?? phenotypesIn(folder)),
      Option.fromNullable
    ),
    share: Effect.succeed(0)
  }))
)

const filtered = new Map<string, ReturnType<MarkdownFilter["Type"]["filter"]>>()

/** Filters each text once for all communities of a worker: every start filters the documents that ship. */
const filterOnce = Layer.effect(
  MarkdownFilter,
  Effect.gen(function* () {
    const [markdown, site] = [yield* MarkdownFilter, yield* siteOrigin]
    const filter = (source: string) => {
      const key = `${site} ${source}`
      const known = filtered.get(key) ?? Effect.runSync(Effect.cached(markdown.filter(source)))
      filtered.set(key, known)
      return known
    }
    return { ...markdown, filter }
  })
).pipe(Layer.provide(MarkdownFilterInline.layer))

const shipped: { folders?: ReadonlyArray<LanguageFolder> } = {}

/** Reads the folders that ship once for all communities of a worker. */
const languageFiles = Layer.map(LanguageFiles.layer, (context) => {
  const files = Context.get(context, LanguageFilesPort)
  const read = Effect.tap(files.shipped, (folders) => Object.assign(shipped, { folders }))
  return Context.make(LanguageFilesPort, {
    ...files,
    shipped: Effect.suspend(() => (shipped.folders === undefined ? read : Effect.succeed(shipped.folders)))
  })
})

const machine = Layer.mergeAll(
  MailerSmtp.layer,
  ContentFilesJson.layer,
  languageFiles,
  filterOnce,
  ProcessMetrics.layer,
  SecretsRandom.layer,
  signFiles,
  TranslatorLibre.layer,
  OutgoingHttp.configured,
  PasskeysWebAuthn.layer,
  WebPushNode.layer
).pipe(Layer.provide(NodeContext.layer))

const alone = Layer.mergeAll(ChangeNotifier.none, PasswordHasherPlain.layer, RateLimitStoreMemory.layer)

type ServerDatabase = ReturnType<typeof Database.server>

/** The services that the test's process shares with instances beside it on a database. */
const besideInstances = (database: ServerDatabase) =>
  Layer.mergeAll(Configured.changeNotifier, PasswordHasherArgon2.layer, Configured.rateLimitStore).pipe(
    Layer.provide(database)
  )

const silent = Logger.minimumLogLevel(LogLevel.None)

const inProcess = (
  storage: Storage,
  shared: typeof alone | ReturnType<typeof besideInstances>,
  variables: Readonly<Record<string, string>>,
  logging: Layer.Layer<never>,
  watched: (services: typeof Services.layer) => typeof Services.layer,
  makeServer: typeof NodeServer.make,
  methods = Methods.layer
) =>
  HttpServer.layerTestClient.pipe(
    Layer.provideMerge(Transports.layer(makeServer(), { host, port: Config.succeed(0) }, methods)),
    Layer.provide(FetchHttpClient.layer),
    Layer.provideMerge(watched(Services.layer)),
    Layer.provide(StarterContent.layer),
    Layer.provide(Changes.layer),
    Layer.provideMerge(shared),
    Layer.provideMerge(started(storage)),
    Layer.provideMerge(machine),
    Layer.provide(logging),
    Layer.provide(Layer.setTracerEnabled(false)), // as the server without a collector
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )

const inInstances = (parts: Parts, variables: Readonly<Record<string, string>>) =>
  Layer.unwrapScoped(
    Effect.map(instancesBehindNginx(parts, variables), ({ database: databaseUrl, shared, url }) => {
      const database = Database.server(databaseUrl, 4)
      return HttpServer.layerTestClient.pipe(
        Layer.provide(FetchHttpClient.layer),
        Layer.provideMerge(serverAt(url)),
        Layer.provideMerge(
          inProcess(
            Layer.provide(Sql.layer, database),
            besideInstances(database),
            { ...variables, ...shared },
            silent,
            identity,
            NodeServer.make
          )
        )
      )
    })
  )

/**
 * The whole community on a real socket with a free port, with the content of a first start and without limits unless
 * `variables` say otherwise, without a log unless `logging` keeps one; and an `HttpClient` that is pointed at it. The
 * services may be `watched` on their way to the transports. The disease index is read when a suite first searches it.
 */
export const community = (
  storage: Storage,
  variables: Readonly<Record<string, string>> = {},
  logging: Layer.Layer<never> = silent,
  watched: (services: typeof Services.layer) => typeof Services.layer = identity,
  makeServer = NodeServer.make
) =>
  Layer.suspend(() => {
    const all = { ...unlimited, ...variables }
    const parts = inject("parts")
    const isUsual = logging === silent && watched === identity && makeServer === NodeServer.make
    if (parts === undefined || !isUsual) return inProcess(storage, alone, all, logging, watched, makeServer)
    return inInstances(parts, all)
  })

/** The community in memory, with another table of MCP's methods. */
export const communityWith = (methods: typeof Methods.layer) =>
  Layer.suspend(() => inProcess(Memory.layer, alone, unlimited, silent, identity, NodeServer.make, methods))
