import { Config, LogLevel, Redacted } from "effect"
import * as Variables from "../src/Config.ts"
import { ofFiles } from "./support/rows/FileVariables.ts"
import { ofServers } from "./support/rows/MailVariables.ts"
import { ofMembers } from "./support/rows/MemberVariables.ts"
import { publicUrl } from "./support/rows/PublicUrl.ts"

/** A value as it can be compared: secrets shown. */
const plain = (value: unknown) => (Redacted.isRedacted(value) ? Redacted.value(value) : value)

/** A variable with its default, valid values, and invalid values with their message. */
export const variables: ReadonlyArray<{
  readonly name: string
  readonly config: Config.Config<unknown>
  readonly unset: unknown
  readonly good: ReadonlyArray<readonly [text: string, value: unknown]>
  readonly bad: ReadonlyArray<string>
  readonly message: string
}> = [
  {
    name: "HOST",
    config: Variables.host,
    unset: "127.0.0.1",
    good: [["0.0.0.0", "0.0.0.0"]],
    bad: [],
    message: ""
  },
  {
    name: "PORT",
    config: Variables.port,
    unset: 3000,
    good: [
      ["0", 0],
      ["65535", 65_535],
      [" 80 ", 80]
    ],
    bad: ["-1", "65536", "http", "3e3", "0x50", "80.5", "99999999999999999999"],
    message: "must be a whole number from 0 to 65535"
  },
  {
    name: "ALLOWED_HOSTS",
    config: Variables.allowedHosts,
    unset: [],
    good: [["community.example, localhost", ["community.example", "localhost"]]],
    bad: ["community.example:3000", "https://community.example", "a b"],
    message: "must be host names without ports, such as community.example, separated by commas"
  },
  publicUrl,
  {
    name: "COMMUNITY_COLOUR",
    config: Variables.communityColour,
    unset: undefined,
    good: [["#17645F", "#17645f"]],
    bad: ["teal", "#fff", "#ffffff", "#ffcf4d", "17645f"],
    message: "must be a dark colour such as #17645f, whose contrast to white is 5 or more"
  },
  {
    name: "CONTACT",
    config: Variables.communityContact,
    unset: undefined,
    good: [
      ["help@ataxia.example", { href: "mailto:help@ataxia.example", label: "help@ataxia.example" }],
      ["https://ataxia.example/contact", { href: "https://ataxia.example/contact", label: "ataxia.example" }]
    ],
    bad: ["Maria", "javascript:alert(1)", "a@b@c", "help@ataxia.example?bcc=x@y.z", "https://"],
    message: "must be an email address, or an http or https URL"
  },
  ...ofServers,
  {
    name: "DATABASE_URL",
    config: Config.map(Variables.databaseUrl, plain),
    unset: undefined,
    good: [
      ["postgres://a:b@c/d", "postgres://a:b@c/d"],
      ["postgresql://c:5433/d", "postgresql://c:5433/d"]
    ],
    bad: ["mysql://a:secret@c/d", "a:secret@c/d", "host=secret"],
    message: "must be a URL such as postgres://user:password@host:5432/database"
  },
  {
    name: "DATABASE_CONNECTIONS",
    config: Variables.databaseConnections,
    unset: 10,
    good: [
      ["2", 2],
      ["1000", 1000]
    ],
    bad: ["1", "0", "1001", "ten"],
    message: "must be a whole number from 2 to 1000"
  },
  {
    name: "DATA_DIR",
    config: Variables.dataDir,
    unset: "./data",
    good: [["/var/data", "/var/data"]],
    bad: [],
    message: ""
  },
  {
    name: "CATALOGUE",
    config: Variables.catalogue,
    unset: "full",
    good: [
      ["full", "full"],
      ["Starter", "starter"]
    ],
    bad: ["none", "true"],
    message: "must be one of full, starter"
  },
  {
    name: "SAMPLES",
    config: Variables.samples,
    unset: true,
    good: [
      ["on", true],
      ["Off", false]
    ],
    bad: ["none", "true"],
    message: "must be one of on, off"
  },
  {
    name: "TRUST_PROXY",
    config: Config.map(Variables.trustProxy, (proxies) => proxies?.rules.length),
    unset: undefined,
    good: [
      ["127.0.0.1", 1],
      ["10.0.0.0/8, fd00::/8", 2],
      ["::1", 1]
    ],
    bad: ["true", "1", "localhost", "10.0.0.0/33", "10.0.0/8", "10.0.0.1,", "10.0.0.0/x", "fd00::/129"],
    message: "must be IP addresses or networks such as 10.0.0.0/8, parted by commas"
  },
  {
    name: "CORS_ORIGINS",
    config: Variables.corsOrigins,
    unset: [],
    good: [
      ["*", ["*"]],
      ["https://a.example, http://localhost:5173", ["https://a.example", "http://localhost:5173"]]
    ],
    bad: [
      "a.example",
      "https://a.example/",
      "https://a.example/path",
      "https://*.example",
      "https://a.example nonsense"
    ],
    message: "must be `*` or origins such as https://community.example, parted by commas"
  },
  {
    name: "METRICS_TOKEN",
    config: Config.map(Variables.metricsToken, plain),
    unset: undefined,
    good: [[" 0123456789abcde! ", "0123456789abcde!"]],
    bad: ["0123456789abcde", "0123456789 abcdef", "0123456789abcdeé"],
    message: "must be 16 or more characters of ASCII without a space"
  },
  {
    name: "LOG_ADDRESSES",
    config: Variables.logAddresses,
    unset: true,
    good: [["Off", false]],
    bad: ["no", "0", "false"],
    message: "must be one of on, off"
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    config: Variables.tracesUrl,
    unset: undefined,
    good: [["http://collector:4318/", "http://collector:4318"]],
    bad: ["collector:4318", "grpc://collector"],
    message: "must be an http or https URL"
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    config: Config.map(Variables.tracesHeaders, plain),
    unset: undefined,
    good: [["authorization=Bearer%20abc, x-tenant=7", "authorization=Bearer%20abc, x-tenant=7"]],
    bad: ["authorization", "=abc", "authorization=Bearer abc", "a=b,", "a=%zz"],
    message: "must be pairs such as authorization=Bearer%20abc, parted by commas"
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    config: Variables.tracesShare,
    unset: 1,
    good: [
      ["0", 0],
      ["0.25", 0.25],
      ["1.0", 1]
    ],
    bad: ["1.1", "-0.1", "10%", ".5", "1e-1"],
    message: "must be a number from 0 to 1, such as 0.1"
  },
  {
    name: "OTEL_SERVICE_NAME",
    config: Variables.tracesService,
    unset: "rare-disease-community",
    good: [["community", "community"]],
    bad: [],
    message: ""
  },
  {
    name: "LOG_LEVEL",
    config: Variables.logLevel,
    unset: LogLevel.Info,
    good: [
      ["debug", LogLevel.Debug],
      ["Warning", LogLevel.Warning],
      ["none", LogLevel.None]
    ],
    bad: ["verbose", "1", "inf"],
    message: "must be one of debug, info, warning, error, none"
  },
  ...ofMembers,
  {
    name: "FIRST_ADMIN_CODE",
    config: Config.map(Variables.firstAdminCode, plain),
    unset: undefined,
    good: [[" a code of an operator ", "a code of an operator"]],
    bad: ["a", "fifteen letters"],
    message: "must be 16 or more characters"
  },
  {
    name: "STREAMS_PER_USER",
    config: Variables.streamsPerUser,
    unset: 100,
    good: [
      ["0", 0],
      ["1000000", 1_000_000]
    ],
    bad: ["-1", "1000001", "all"],
    message: "must be a whole number from 0 to 1000000"
  },
  {
    name: "RESPONSE_CACHE_MB",
    config: Variables.responseCacheBytes,
    unset: 67_108_864,
    good: [
      ["0", 0],
      ["1", 1_048_576]
    ],
    bad: ["-1", "1000001", "64MB"],
    message: "must be a whole number from 0 to 1000000"
  },
  {
    name: "NEWS_FEEDS",
    config: Config.map(Variables.newsFeeds, (feeds) => feeds.map(plain)),
    unset: [],
    good: [["http://a.example/b?c=d, https://u:p@e.example", ["http://a.example/b?c=d", "https://u:p@e.example/"]]],
    bad: [
      "a.example/feed",
      "ftp://a.example/secret",
      "file:///etc/secret",
      "https://a.example/feed secret:x",
      "https://"
    ],
    message: "must be http or https URLs of feeds, parted by commas"
  },
  {
    name: "NEWS_POLL_MINUTES",
    config: Variables.newsPollMinutes,
    unset: 60,
    good: [["10080", 10_080]],
    bad: ["-1", "10081", "1.5", "hourly"],
    message: "must be a whole number from 0 to 10080"
  },
  ...ofFiles,
  ...(
    [
      ["read", 120],
      ["write", 30],
      ["auth", 10],
      ["post", 30],
      ["comment", 30],
      ["mcp", 240]
    ] as const
  ).map(([scope, unset]) => ({
    name: `RATE_LIMIT_${scope.toUpperCase()}`,
    config: Config.map(Variables.rateLimits, (limits) => limits[scope]),
    unset,
    good: [
      ["0", 0],
      ["1", 1],
      ["1000000", 1_000_000]
    ] as const,
    bad: ["-1", "1.5", "many", "1000001", "1e3"],
    message: "must be a whole number from 0 to 1000000"
  }))
]
