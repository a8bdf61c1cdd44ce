import { Config, ConfigError, Either, LogLevel, Option, Redacted, Struct } from "effect"
import {
  anything,
  contact,
  credential,
  darkColour,
  feedUrl,
  headerPairs,
  hostName,
  list,
  mailbox,
  networks,
  origin,
  type Parse,
  postgresUrl,
  redisUrl,
  secret,
  share,
  siteAddress,
  smtpUrl,
  vapidKey,
  visibleSecret,
  webAddress,
  wholeNumber,
  word
} from "./ConfigValues.ts"
import type { Role } from "./domain/accounts/CurrentUser.ts"
import { maxReviewedTexts } from "./domain/CommunitySettings.ts"
import type { LimitScope } from "./domain/Limits.ts"

/** Every variable of the environment that this service reads, with its default and its check. Empty counts as unset. */

/** A variable as an operator sees it. */
export interface ShownVariable {
  readonly name: string
  /**
   * Secrets in it are masked. Null if it is unset and has no default, and if it is invalid, since it may be a secret.
   */
  readonly value: string | null
  readonly source: "environment" | "default"
  /** The form that an invalid value must have. */
  readonly fault: string | null
}

/** All variables of this file, in its order: as they are shown, and as they are read. */
const shown: Array<Config.Config<ShownVariable>> = []
const checks: Array<Config.Config<unknown>> = []

const mask = "***"

/**
 * A secret in a form that can be shown: a URL without password and query, and without a user name that may be a token.
 */
const masked = (secret: string): string => {
  if (!URL.canParse(secret)) return mask
  const { host, pathname, password, protocol, search, username } = new URL(secret)
  const user = username === "" && password === "" ? "" : `${password === "" ? "" : `${username}:`}${mask}@`
  return `${protocol}//${user}${host}${pathname}${search === "" ? "" : `?${mask}`}`
}

const shownValue = (value: unknown, text: string): string | null => {
  if (Redacted.isRedacted(value)) return masked(String(Redacted.value(value)))
  if (Array.isArray(value) && value.some(Redacted.isRedacted)) {
    return value.map((one) => (Redacted.isRedacted(one) ? masked(String(Redacted.value(one))) : mask)).join(",")
  }
  if (/^\w+:\/\//.test(text) && URL.canParse(text)) {
    const { password, search, username } = new URL(text)
    return username + password + search === "" ? text : masked(text)
  }
  if (text !== "") return text
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : String(value)
}

const variable = <A, B>(name: string, parse: Parse<A>, unset: B, shownUnset?: string): Config.Config<A | B> => {
  const typed = Config.map(Config.option(Config.string(name)), (value) => Option.getOrElse(value, () => "").trim())
  const read = (text: string): Either.Either<A | B, string> => (text === "" ? Either.right(unset) : parse(text))
  shown.push(
    Config.map(typed, (text) => ({
      name,
      source: text === "" ? "default" : "environment",
      ...Either.match(read(text), {
        onLeft: (expected) => ({ value: null, fault: `must be ${expected}` }),
        onRight: (value) => ({ value: shownValue(value, text) ?? shownUnset ?? null, fault: null })
      })
    }))
  )
  const checked = Config.mapOrFail(typed, (text) =>
    Either.mapLeft(read(text), (expected) => ConfigError.InvalidData([name], `must be ${expected}`))
  )
  checks.push(checked)
  return checked
}

/** The address to listen on. */
export const host = variable("HOST", anything, "127.0.0.1")

/** The port to listen on; 0 takes a free one. */
export const port = variable("PORT", wholeNumber(0, 65_535), 3000)

/** True if a host is reachable from this machine only. */
export const isLoopback = (name: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(name)

const givenUrl = variable("PUBLIC_URL", siteAddress, undefined)

/** The address of the community from outside, for `usage` texts and the OpenAPI document. */
export const publicUrl = Config.all([host, port, givenUrl]).pipe(
  Config.map(([name, number, url]) => url ?? `http://${name.includes(":") ? `[${name}]` : name}:${number}`)
)

/** The origin of the pages of this site. */
export const siteOrigin = Config.map(publicUrl, (url) => new URL(url).origin)

/** True if moderators and admins need a passkey or a second factor, 14 days after they got the role. */
export const staffSecondFactor = variable("STAFF_SECOND_FACTOR", word(["on", "off"]), "on" as const).pipe(
  Config.map((value) => value === "on")
)

/** A PostgreSQL server; the embedded database when unset. */
export const databaseUrl = variable("DATABASE_URL", postgresUrl, undefined)

/** The maximum number of connections to the server. Two at least: cancelling a statement takes a second one. */
export const databaseConnections = variable("DATABASE_CONNECTIONS", wholeNumber(2, 1000), 10)

/**
 * A Redis that the instances on a PostgreSQL server share, for rate limits and wake-ups after commits; none when unset.
 */
export const sharedRedis = variable("REDIS_URL", redisUrl, undefined)

/** The folder of the embedded database. */
export const dataDir = variable("DATA_DIR", anything, "./data")

/** The diseases of a new community: the whole catalogue, or the few that have curated texts. */
export const catalogue = variable("CATALOGUE", word(["full", "starter"]), "full" as const)

/** True if the invented news for trying out are there: unless set, where the community has no address of its own. */
export const samples = Config.all([
  givenUrl,
  variable("SAMPLES", word(["on", "off"]), undefined, "on, and off with PUBLIC_URL")
]).pipe(Config.map(([url, value]) => (value ?? (url === undefined ? "on" : "off")) === "on"))

/** The proxies whose `X-Forwarded-For` is believed; none when unset. */
export const trustProxy = variable("TRUST_PROXY", networks, undefined)

/** The origins that browsers may call from; none when unset. */
export const corsOrigins = variable("CORS_ORIGINS", list(origin), [])

/**
 * The only host names that the server answers under, besides loopback names and that of PUBLIC_URL; any where it is
 * unset.
 */
export const allowedHosts = variable("ALLOWED_HOSTS", list(hostName), [])

/** The secret that `GET /metrics` demands; without it only this machine may read the metrics. */
export const metricsToken = variable("METRICS_TOKEN", visibleSecret, undefined)

/** True if the log holds the addresses of clients. */
export const logAddresses = variable("LOG_ADDRESSES", word(["on", "off"]), "on" as const).pipe(
  Config.map((value) => value === "on")
)

const logLevels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** The lowest level that is logged. */
export const logLevel = variable("LOG_LEVEL", word(Struct.keys(logLevels)), "info" as const).pipe(
  Config.map((name) => logLevels[name])
)

/** The collector that traces are sent to, by OTLP over HTTP; no traces when unset. */
export const tracesUrl = variable("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, undefined)

/** The headers of these requests, such as a credential of the collector. */
export const tracesHeaders = variable("OTEL_EXPORTER_OTLP_HEADERS", headerPairs, undefined)

/** The share of requests that are traced, if no proxy has decided it. */
export const tracesShare = variable("OTEL_TRACES_SAMPLER_ARG", share, 1)

/** The name under which a collector shows this service. */
export const tracesService = variable("OTEL_SERVICE_NAME", anything, "rare-disease-community")

/** Closed: only admins register members, and the first admin joins with the code. */
export const registration = variable("REGISTRATION", word(["open", "closed"]), "open" as const)

/** The roles that anybody may take at registration. */
export const registrationRoles: Config.Config<ReadonlyArray<Role>> = variable(
  "REGISTRATION_ROLES",
  list(word(["user", "expert"])),
  ["user", "expert"]
)

/** The number of a new member's first posts and comments that are hidden until a moderator restores them. */
export const reviewFirstPosts = variable("REVIEW_FIRST_POSTS", wholeNumber(0, maxReviewedTexts), 0)

/** The one-time code of the first admin; each process makes one at random when unset. */
export const firstAdminCode = variable("FIRST_ADMIN_CODE", secret, undefined)

/** The maximum number of requests per minute; 0 turns a limit off (contract, Limits). */
export const rateLimits: Config.Config<Readonly<Record<LimitScope, number>>> = Config.all({
  read: variable("RATE_LIMIT_READ", wholeNumber(0, 1_000_000), 120),
  write: variable("RATE_LIMIT_WRITE", wholeNumber(0, 1_000_000), 30),
  auth: variable("RATE_LIMIT_AUTH", wholeNumber(0, 1_000_000), 10),
  post: variable("RATE_LIMIT_POST", wholeNumber(0, 1_000_000), 30),
  comment: variable("RATE_LIMIT_COMMENT", wholeNumber(0, 1_000_000), 30),
  mcp: variable("RATE_LIMIT_MCP", wholeNumber(0, 1_000_000), 240)
})

/**
 * The maximum number of notification streams, and of MCP sessions, that one member may have open; 0 turns the cap off.
 */
export const streamsPerUser = variable("STREAMS_PER_USER", wholeNumber(0, 1_000_000), 100)

/** The size of the response cache; 0 caches nothing. */
export const responseCacheBytes = variable("RESPONSE_CACHE_MB", wholeNumber(0, 1_000_000), 64).pipe(
  Config.map((megabytes) => megabytes * 1_048_576)
)

/** The feeds whose news is imported; each may hold a user and a password. */
export const newsFeeds: Config.Config<ReadonlyArray<Redacted.Redacted>> = variable("NEWS_FEEDS", list(feedUrl), [])

/** The minutes between two fetches of a feed; 0 fetches none. */
export const newsPollMinutes = variable("NEWS_POLL_MINUTES", wholeNumber(0, 10_080), 60)

/** The file of rules that give imported news its category; that of `content/` when unset. */
export const newsRules = variable("NEWS_RULES", anything, undefined, "content/news-rules.json")

/** The mail server; no mail is sent when unset. */
export const mailServer = variable("SMTP_URL", smtpUrl, undefined)

/** The sender of mail. */
export const mailSender = variable("MAIL_FROM", mailbox, undefined)

/** The mail server with the sender; none where both are unset. One without the other is a mistake. */
export const mail = Config.all([mailServer, mailSender]).pipe(
  Config.mapOrFail(([url, from]) => {
    if (url !== undefined && from !== undefined) return Either.right(Option.some({ url, from }))
    if (url === from) return Either.right(Option.none())
    const missing = url === undefined ? "SMTP_URL" : "MAIL_FROM"
    return Either.left(ConfigError.MissingData([missing], "must be set too: mail needs SMTP_URL and MAIL_FROM"))
  })
)

/** The server that translates members' texts, and its key. */
export const translateUrl = variable("TRANSLATE_URL", webAddress, undefined)
export const translateKey = variable("TRANSLATE_KEY", credential, undefined)

/** The translation server with its key; none where its URL is unset. */
export const translation = Config.map(Config.all([translateUrl, translateKey]), ([url, key]) =>
  Option.map(Option.fromNullable(url), (url) => ({ url, key: Option.fromNullable(key) }))
)

/**
 * True if messages to members' devices, webhooks and feeds may go to addresses of this machine, for trying out and
 * tests. Refused where the community has a public address.
 */
export const outgoingPrivate = Config.all([variable("OUTGOING_PRIVATE", word(["on", "off"]), "off"), givenUrl]).pipe(
  Config.mapOrFail(([value, url]) => {
    const isPublic = url !== undefined && !isLoopback(new URL(url).hostname)
    return value === "on" && isPublic
      ? Either.left(ConfigError.InvalidData(["OUTGOING_PRIVATE"], "must be off where PUBLIC_URL is a public address"))
      : Either.right(value === "on")
  })
)

/** The private key that signs messages to members' devices; made once and stored in the database when unset. */
export const vapidPrivateKey = variable("VAPID_PRIVATE_KEY", vapidKey, undefined)

/** The file of the lines to call in danger; that of `content/` when unset. */
export const helpLines = variable("HELP_LINES", anything, undefined, "content/help-lines.json")

/** The file of networks of hospitals and alliances of patients; that of `content/` when unset. */
export const careContacts = variable("CARE_CONTACTS", anything, undefined, "content/care.json")

/** The folder of the operator's own files of phenotypes and of names in other languages. */
export const filesDir = variable("FILES_DIR", anything, "./files")

/** The name of the community on its pages. */
export const communityName = variable("COMMUNITY_NAME", anything, undefined)

/** The name of a community without one. */
export const unnamedCommunity = "Rare Disease Community"

/** The colour of buttons and links of the pages. */
export const communityColour = variable("COMMUNITY_COLOUR", darkColour, undefined)

/** The folder of the operator's logo, imprint, terms and other texts of the pages. */
export const communityDir = variable("COMMUNITY_DIR", anything, undefined)

/** Where members reach the people who run the community. */
export const communityContact = variable("CONTACT", contact, undefined)

/** All variables, so that a start can report every invalid one at once. */
export const everything = Config.all([...checks, mail, outgoingPrivate])

/** All variables with their values and where these come from; never fails. */
export const shownVariables = Config.all(shown)
