/**
 * A room of `src/`: a folder, a sub-folder of `adapters/` or `transport/`, or a file at the top; or one of the packages.
 */
export interface Room {
  /** The rooms that it may import, beside itself and `domain/`. A name that ends with `.ts` is a single file. */
  readonly arrows: ReadonlyArray<string>
  /** The packages that it may import, beside `effect`. A room without any knows no transport and no database. */
  readonly packages: ReadonlyArray<string>
}

const adapters = ["adapters/memory", "adapters/node", "adapters/postgres", "adapters/redis"]
const edge = ["services", "api", "transport/wire", "transport/http"]

/** One row for each room, in the order of the picture in ARCHITECTURE.md. */
export const rooms: Readonly<Record<string, Room>> = {
  "main.ts": {
    arrows: ["cli"],
    packages: ["@effect/platform-node"]
  },
  cli: {
    arrows: [
      "Config.ts",
      ...adapters,
      "api",
      "ports",
      "services",
      "transport",
      "transport/http",
      "packages/catalogue",
      "packages/feeds"
    ],
    packages: ["@effect/cli", "@effect/platform", "@effect/platform-node", "node:net"]
  },
  exports: {
    arrows: ["adapters/memory", "adapters/node", "api", "client", "ports", "services", "packages/markdown"],
    packages: ["@effect/platform-node"]
  },
  transport: {
    arrows: [
      "services",
      "api",
      "transport/cache",
      "transport/http",
      "transport/mcp",
      "transport/operations",
      "transport/rpc",
      "transport/sse",
      "transport/tools",
      "transport/web",
      "transport/wire"
    ],
    packages: ["@effect/platform", "@effect/platform-node", "node:http"]
  },
  "transport/cache": {
    arrows: ["services", "api", "transport/wire", "Config.ts", "metrics", "packages/text"],
    packages: ["@effect/platform"]
  },
  "transport/sse": { arrows: edge, packages: ["@effect/platform", "node:http", "node:stream"] },
  "transport/mcp": {
    arrows: [
      ...edge,
      "ports/Secrets.ts",
      "transport/cache",
      "transport/tools",
      "Config.ts",
      "concurrency",
      "packages/catalogue",
      "packages/text"
    ],
    packages: [
      "@effect/platform",
      "@effect/rpc",
      "@modelcontextprotocol/sdk",
      "node:http",
      "node:https",
      "node:os",
      "node:stream"
    ]
  },
  "transport/rpc": {
    arrows: ["services", "api", "transport/wire", "transport/http", "transport/tools"],
    packages: ["@effect/platform", "@effect/rpc", "node:stream"]
  },
  "transport/web": {
    arrows: [
      ...edge,
      "transport/cache",
      "transport/sse",
      "Config.ts",
      "packages/catalogue",
      "packages/messages",
      "packages/signs",
      "packages/text"
    ],
    packages: [
      "@effect/platform",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:stream",
      "preact",
      "preact-render-to-string",
      "uqr"
    ]
  },
  "transport/tools": { arrows: [...edge, "transport/operations"], packages: ["@effect/rpc"] },
  "transport/operations": {
    arrows: [...edge, "Config.ts", "metrics", "packages/feeds"],
    packages: ["@effect/platform"]
  },
  "transport/http": {
    arrows: [
      "services",
      "api",
      "concurrency",
      "metrics",
      "Config.ts",
      "transport/wire",
      "transport/cache",
      "packages/text"
    ],
    packages: ["@effect/platform", "@effect/platform-node", "node:http", "node:net"]
  },
  "transport/wire": {
    arrows: ["api", "Config.ts"],
    packages: [
      "@effect/platform",
      "@effect/platform-node",
      "node:buffer",
      "node:crypto",
      "node:http",
      "node:net",
      "node:stream",
      "node:zlib"
    ]
  },
  api: {
    arrows: ["packages/catalogue", "packages/markdown", "packages/names"],
    packages: ["@effect/platform", "@effect/rpc"]
  },
  client: { arrows: ["api"], packages: ["@effect/platform", "@effect/rpc"] },
  services: {
    arrows: [
      "ports",
      "search",
      "concurrency",
      "metrics",
      "Config.ts",
      "content",
      "packages/catalogue",
      "packages/feeds",
      "packages/markdown",
      "packages/messages",
      "packages/names",
      "packages/signs",
      "packages/text"
    ],
    packages: []
  },
  ports: {
    arrows: ["search", "packages/catalogue", "packages/feeds", "packages/markdown", "packages/names", "packages/signs"],
    packages: []
  },
  adapters: { arrows: ["ports"], packages: ["node:crypto", "node:url"] },
  "adapters/postgres": {
    arrows: [
      "ports",
      "search",
      "concurrency",
      "metrics",
      "Config.ts",
      "adapters",
      "packages/catalogue",
      "packages/markdown",
      "packages/names",
      "packages/text"
    ],
    packages: [
      "@effect/platform",
      "@effect/platform-node",
      "@effect/sql",
      "@effect/sql-pg",
      "@electric-sql/pglite",
      "node:crypto",
      "node:fs",
      "node:module",
      "node:net",
      "node:os",
      "node:path",
      "node:stream",
      "node:v8",
      "node:zlib",
      "pg"
    ]
  },
  "adapters/redis": {
    arrows: ["ports", "concurrency", "metrics", "adapters", "adapters/node", "packages/text"],
    packages: ["ioredis", "node:crypto"]
  },
  "adapters/memory": {
    arrows: ["ports", "search", "packages/catalogue", "packages/names", "packages/text"],
    packages: []
  },
  "adapters/node": {
    arrows: [
      "ports",
      "concurrency",
      "metrics",
      "search",
      "Config.ts",
      "adapters",
      "packages/catalogue",
      "packages/feeds",
      "packages/markdown",
      "packages/names",
      "packages/signs",
      "packages/text"
    ],
    packages: [
      "@effect/opentelemetry",
      "@effect/platform",
      "@node-rs/argon2",
      "@simplewebauthn/server",
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:os",
      "node:path",
      "node:perf_hooks",
      "node:v8",
      "node:worker_threads",
      "node:zlib",
      "nodemailer"
    ]
  },
  concurrency: { arrows: ["metrics"], packages: [] },
  metrics: { arrows: [], packages: [] },
  "Config.ts": { arrows: ["ConfigValues.ts"], packages: [] },
  "ConfigValues.ts": { arrows: [], packages: ["node:net"] },
  search: { arrows: ["content", "packages/names", "packages/text"], packages: [] },
  domain: {
    arrows: ["packages/catalogue", "packages/feeds", "packages/markdown", "packages/signs", "packages/text"],
    packages: []
  },
  content: { arrows: [], packages: [] },
  "packages/signs": { arrows: ["packages/catalogue", "packages/text"], packages: ["@orama/stemmers"] },
  "packages/names": { arrows: ["packages/catalogue", "packages/text"], packages: [] },
  "packages/catalogue": { arrows: ["packages/text"], packages: ["csv-parse", "node:stream", "node:zlib", "sax"] },
  "packages/feeds": { arrows: ["packages/text"], packages: ["feedsmith", "sax"] },
  "packages/markdown": {
    arrows: ["packages/text"],
    packages: [
      "hast",
      "html-tag-names",
      "mdast-util-gfm-autolink-literal",
      "mdast",
      "mdast-util-from-markdown",
      "micromark-extension-cjk-friendly",
      "micromark-extension-cjk-friendly-gfm-strikethrough",
      "micromark-util-types",
      "rehype-sanitize",
      "rehype-stringify",
      "remark-gfm",
      "remark-parse",
      "remark-rehype",
      "unified",
      "unist-util-visit"
    ]
  },
  "packages/messages": { arrows: [], packages: ["intl-messageformat"] },
  "packages/text": { arrows: [], packages: ["eld", "stemmer"] }
}

/** The room of a file of `src/` or of an engine, and `content` for its word lists; none for any other file. */
export const roomOf = (file: string): string | undefined => {
  const [top, room = "", ...rest] = file.split("/")
  if (top === "content") return top
  if (top === "packages") return ["src", "words"].includes(rest[0] ?? "") ? `${top}/${room}` : undefined
  if (top !== "src") return undefined
  return ["adapters", "transport"].includes(room) && rest.length > 1 ? `${room}/${rest[0]}` : room
}

/** True for the rooms below `domain/`, which may not import it: those that know nothing of the community. */
const isBelowDomain = (room: string): boolean => room === "content" || room.startsWith("packages/")

/** True if a room may import a file of another one. `domain/` is for all rooms above it. */
export const mayImport = (from: string, file: string): boolean => {
  const arrows = rooms[from]?.arrows ?? []
  const to = roomOf(file) ?? ""
  return (
    to === from ||
    arrows.includes(to) ||
    arrows.includes(file.slice("src/".length)) ||
    (to === "domain" && !isBelowDomain(from))
  )
}
