/** A room of `src/`: a folder, or a file at its top. */
export interface Room {
  /** What it may import of ours, beside its own files and `domain/`. */
  readonly arrows: ReadonlyArray<string>
  /** The packages that it may import; `effect` always. What knows no transport and no database is listed with none. */
  readonly packages: ReadonlyArray<string>
}

const inner = [
  "Config.ts",
  "repositories",
  "services",
  "sql",
  "memory",
  "system",
  "markdown",
  "search",
  "catalogue",
  "feeds"
]
const outside = ["api", "tools", "http", "fast", "sse", "mcp", "rpc", "client", "cli"]

const markdownPackages = [
  "hast",
  "html-tag-names",
  "mdast",
  "mdast-util-to-string",
  "rehype-sanitize",
  "rehype-stringify",
  "remark-gfm",
  "remark-parse",
  "remark-rehype",
  "unified",
  "unist-util-visit"
]

/** The picture of the design: one row for each room. */
export const rooms: Readonly<Record<string, Room>> = {
  domain: { arrows: [], packages: ["stemmer"] },
  "Config.ts": { arrows: [], packages: ["node:net"] },
  repositories: { arrows: [], packages: [] },
  services: { arrows: ["repositories", "search", "Config.ts"], packages: [] },
  sql: {
    arrows: ["repositories", "Config.ts"],
    packages: [
      "@effect/platform",
      "@effect/platform-node",
      "@effect/sql",
      "@effect/sql-pg",
      "@electric-sql/pglite",
      "node:crypto",
      "node:fs",
      "node:net",
      "node:path",
      "pg"
    ]
  },
  memory: { arrows: ["repositories"], packages: [] },
  search: { arrows: [], packages: ["stemmer"] },
  catalogue: { arrows: [], packages: ["@effect/platform", "csv-parse", "node:stream", "node:zlib", "sax"] },
  feeds: { arrows: [], packages: ["feedsmith", "sax"] },
  markdown: { arrows: [], packages: markdownPackages },
  system: {
    arrows: ["services", "markdown", "feeds", "Config.ts"],
    packages: [
      "@effect/experimental",
      "@effect/platform",
      "@effect/platform-node",
      "@node-rs/argon2",
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:os",
      "node:path",
      "node:worker_threads",
      "node:zlib",
      "pg"
    ]
  },
  api: { arrows: [], packages: ["@effect/platform", "@effect/rpc"] },
  http: {
    arrows: ["services", "api", "Config.ts"],
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
  fast: { arrows: ["services", "api", "http", "Config.ts"], packages: ["@effect/platform", "node:http"] },
  tools: { arrows: ["services", "api"], packages: ["@effect/rpc"] },
  sse: { arrows: ["services", "api", "http"], packages: ["@effect/platform", "node:net"] },
  mcp: {
    arrows: ["services", "api", "http", "tools", "Config.ts"],
    packages: ["@effect/platform", "@effect/rpc", "@modelcontextprotocol/sdk", "node:http"]
  },
  rpc: { arrows: ["services", "api", "tools"], packages: ["@effect/platform", "@effect/rpc"] },
  client: { arrows: ["api"], packages: ["@effect/platform", "@effect/rpc"] },
  faces: {
    arrows: ["repositories", "services", "memory", "system", "api", "client"],
    packages: ["@effect/platform-node"]
  },
  cli: { arrows: [...inner, ...outside], packages: ["@effect/platform", "@effect/platform-node", "@effect/cli"] },
  "Transports.ts": {
    arrows: [...inner, ...outside],
    packages: ["@effect/platform", "@effect/platform-node", "node:http"]
  },
  "main.ts": {
    arrows: [...inner, ...outside, "Transports.ts"],
    packages: ["@effect/platform", "@effect/platform-node"]
  }
}

/** The room of a file of `src/`; none for any other file. */
export const roomOf = (file: string): string | undefined => {
  const [top, room] = file.split("/")
  return top === "src" ? room : undefined
}
