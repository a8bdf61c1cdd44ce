import { FileSystem, HttpServer, Path } from "@effect/platform"
import { Clock, Console, Effect, Layer, LogLevel, Option, Redacted, Schedule } from "effect"
import {
  communityContact,
  databaseUrl,
  dataDir,
  filesDir,
  isLoopback,
  logLevel,
  mail,
  publicUrl,
  translateKey,
  translateUrl
} from "../Config.ts"
import { FirstAdmin } from "../services/accounts/FirstAdmin.ts"
import { CatalogueLoad } from "../services/diseases/CatalogueLoad.ts"
import { PhenotypeEngine } from "../services/phenotypes/PhenotypeEngine.ts"
import * as Progress from "./Progress.ts"

/** True if a person reads standard output. */
const isTerminal = process.stdout.isTTY === true

const tell = (line: string) => (isTerminal ? Console.log(line) : Effect.void)

/** The embedded database's folder; none with a server of its own. */
const folder = Effect.gen(function* () {
  if ((yield* databaseUrl) !== undefined) return Option.none()
  return Option.some((yield* Path.Path).resolve(yield* dataDir))
})

/** Prints the work that is done until the server answers. */
export const preparing = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const dataFolder = yield* folder
  if (Option.isNone(dataFolder)) return yield* tell("Connecting to the database of DATABASE_URL …")
  const isThere = yield* Effect.orElseSucceed(fs.exists(path.join(dataFolder.value, "PG_VERSION")), () => true)
  yield* tell(
    isThere ? "Opening the database …" : `Creating the database in ${dataFolder.value}, which takes some seconds …`
  )
})

const withoutPassword = (url: Redacted.Redacted) => {
  const { hostname, pathname, port } = new URL(Redacted.value(url))
  return `PostgreSQL on ${hostname}${port === "" ? "" : `:${port}`}${pathname}`
}

/** Names the page for the first admin, and the words of its fold in English. */
const setUp = (address: string) =>
  `open ${address}/register and press "I set up this server"; ${address}/admin/setup says what comes next`

/** The lines for somebody who has just started the server. */
const greeting = (address: string, data: string, adminCode: Option.Option<string>) =>
  [
    "",
    "The community is running. Ctrl-C stops it.",
    "",
    `  Address     ${address}`,
    `  Interface   ${address}/docs`,
    `  MCP         ${address}/api/mcp`,
    `  Data        ${data}`,
    ...Option.match(adminCode, {
      onNone: () => [],
      onSome: (code) => [`  Admin code  ${code} (${setUp(address)}; it ends with the first admin)`]
    }),
    ""
  ].join("\n")

const adminNeeded = (address: string, code: string) =>
  `there is no admin yet: ${setUp(address)}, or register with "role": "admin" and "adminCode": "${code}"`

/** Tells the code though the log may have no warnings: there is no other way to it. */
const tellCode = (address: string, code: string) =>
  Effect.flatMap(logLevel, (least) =>
    LogLevel.lessThanEqual(least, LogLevel.Warning)
      ? Effect.logWarning(adminNeeded(address, code))
      : Console.error(`rare-disease-community: ${adminNeeded(address, code)}`)
  )

/** The address that the server listens on; `localhost` for this machine, since browsers know no passkeys elsewhere. */
const nameOf = (address: HttpServer.Address) =>
  address._tag === "TcpAddress" && isLoopback(address.hostname)
    ? `http://localhost:${address.port}`
    : HttpServer.formatAddress(address)

/** Warns where a member who has forgotten the password gets no mail, and is told no address to write to. */
export const helpless = Layer.effectDiscard(
  Effect.gen(function* () {
    if (Option.isSome(yield* mail) || (yield* communityContact) !== undefined) return
    yield* Effect.logWarning(
      "neither SMTP_URL nor CONTACT is set: members who forget their password are told no address to write to. Set one; an " +
        "admin can make a link for them at /admin"
    )
  })
)

/** Warns of variables that are set and do nothing. */
export const ineffective = Layer.effectDiscard(
  Effect.gen(function* () {
    if ((yield* translateKey) !== undefined && (yield* translateUrl) === undefined) {
      yield* Effect.logWarning("TRANSLATE_KEY has no effect without TRANSLATE_URL: no texts are translated")
    }
    const folder = yield* filesDir
    // It is made by the first import into it.
    yield* Effect.catchIf(
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(folder)),
      (failure) => failure._tag !== "SystemError" || failure.reason !== "NotFound",
      () => Effect.logWarning(`FILES_DIR ${folder} is not a folder that this user may read: nothing of it is used`)
    ).pipe(Effect.ignore)
  })
)

/** Prints the addresses to open where a person reads, and else logs one entry. */
export const listening = Layer.effectDiscard(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    const storage = Option.getOrElse(yield* folder, () => (url === undefined ? "" : withoutPassword(url)))
    const { address } = yield* HttpServer.HttpServer
    const adminCode = Option.map(
      yield* Effect.flatMap(FirstAdmin, ({ codeWhileNone }) => codeWhileNone),
      Redacted.value
    )
    // Behind a proxy, or on every address of a machine, PUBLIC_URL is the address to open.
    const isOpen = address._tag === "TcpAddress" && address.hostname !== "0.0.0.0" && address.hostname !== "::"
    const here = isOpen ? nameOf(address) : yield* publicUrl
    if (!isTerminal) {
      yield* Effect.log(`Listening on ${nameOf(address)}`)
      // The one line that shows the code, which makes its reader the first admin.
      for (const code of Option.toArray(adminCode)) yield* tellCode(here, code)
      return
    }
    yield* Console.log(greeting(here, storage, adminCode))
  })
)

const load = Effect.gen(function* () {
  const { run } = yield* CatalogueLoad
  let isLogged = false
  const loaded = yield* run((done, total) => {
    if (isTerminal) return Progress.show("Loading the catalogue", done, total)
    if (isLogged) return Effect.void
    isLogged = true
    return Effect.annotateLogs(Effect.logInfo("loading the catalogue"), { done, total })
  })
  if (loaded._tag === "NotDue") return
  yield* isTerminal
    ? Progress.say(`The catalogue is complete: ${loaded.diseases.toLocaleString("en")} diseases.`)
    : Effect.annotateLogs(Effect.logInfo("the catalogue is complete"), {
        diseases: loaded.diseases,
        version: loaded.version
      })
})

export const readingPhenotypes = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { phenotypes, warm } = yield* PhenotypeEngine
    const start = yield* Clock.currentTimeMillis
    yield* Effect.logInfo("reading the phenotypes")
    if (!(yield* warm)) return yield* Effect.logWarning("there are no files of phenotypes: searches by signs fail")
    const { data } = yield* phenotypes
    const millis = (yield* Clock.currentTimeMillis) - start
    yield* Effect.annotateLogs(Effect.logInfo("the phenotypes are ready"), {
      phenotypes: data.ids.length,
      version: data.versions.hpo,
      millis
    })
  }).pipe(Effect.ignoreLogged, Effect.forkScoped)
)

/** The wait before loading the catalogue is tried again. */
const retryEvery = Schedule.spaced("5 seconds")

/**
 * Loads the catalogue in the background when the signs have been read, and reports the progress. While the database is
 * away it waits.
 */
export const loadingCatalogue = Layer.scopedDiscard(
  Effect.flatMap(PhenotypeEngine, ({ warm }) => warm).pipe(
    Effect.zipRight(load),
    Effect.retry(retryEvery),
    Effect.catchAllCause((cause) => Effect.logError("the catalogue could not be loaded", cause)),
    Effect.forkScoped
  )
)
