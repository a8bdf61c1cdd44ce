import { describe, expect, it } from "@effect/vitest"
import { bannedGlobals, globalsAllowed, moduleVariables, variablesAllowed } from "./architecture/bannedGlobals.ts"
import { unnamedLimits } from "./architecture/bounds.ts"
import { cycles, incompletePorts, roomCycles, strayPackages, unlisted, wrongArrows } from "./architecture/roomChecks.ts"
import { rooms } from "./architecture/rooms.ts"
import { rule, sources } from "./architecture/rule.ts"
import { sourcesOf } from "./architecture/Source.ts"
import { fullFolders, longFiles, longFunctions, wideComments } from "./architecture/sizeChecks.ts"
import { misnamedTags, tagsBehindCode } from "./architecture/tagFirst.ts"
import { assertions, assertionsAllowed, predicatesAllowed, typePredicates } from "./architecture/textChecks.ts"
import { wholeTables, wholeTablesAllowed } from "./architecture/wholeTables.ts"

describe("The rooms of src", () => {
  it("are read from the files", () => {
    expect(sources.map(({ file }) => file)).toContain("src/main.ts")
    expect(sources.find(({ file }) => file === "src/main.ts")?.ours).toContain("src/cli/Serve.ts")
    expect(sources.find(({ file }) => file === "src/adapters/postgres/connection/EmbeddedPool.ts")?.packages).toContain(
      "@electric-sql/pglite"
    )
  })

  it("have arrows only to rooms of the table", () => {
    expect(
      Object.values(rooms).flatMap(({ arrows }) =>
        arrows.filter((room) => !room.endsWith(".ts") && !Object.hasOwn(rooms, room))
      )
    ).toEqual([])
  })

  rule("hold every file", unlisted, {
    files: { "src/attic/Posts.ts": "", "src/domain/posts/Post.ts": "", "src/Extra.ts": "" },
    found: ["src/attic/Posts.ts", "src/Extra.ts"]
  })

  rule("import only what the table of rooms allows", wrongArrows, {
    files: {
      "src/transport/http/PostsHttp.ts": `import { PostsRepo } from "../../ports/PostsRepo.ts"`,
      "src/services/posts/Posts.ts": `const lazy = () => import("../../adapters/postgres/posts/PostsRepoSql.ts")`,
      "src/adapters/node/Thread.ts": `const worker = new URL("../../transport/http/Edge.ts", import.meta.url)`,
      "src/domain/posts/Post.ts": `import type { Posts } from "../../services/posts/Posts"`,
      "packages/text/src/Lexemes.ts": `import "../../../src/domain/posts/Post.ts"\nimport "../words/stop-words.json"`,
      "packages/signs/src/Reader.ts": `import "@rare-disease-community/text/Lexemes"\nimport "@rare-disease-community/feeds/Feed"`,
      "packages/feeds/src/Feed.ts": "",
      "src/domain/Names.ts": `import "../../content/stop-words.json"`,
      "src/transport/mcp/Sessions.ts": `import "../../ports/Secrets.ts"\nimport "../../ports/PostsRepo.ts"`,
      "src/transport/mcp/Tools.ts": `import "../../services/posts/Posts.ts" // from "../sql/Sql.ts"`,
      "src/adapters/memory/Rows.ts": `import "../../../test/support/Storage.ts"`,
      "src/adapters/postgres/connection/Sql.ts": `import "../../memory/Rows.ts"`,
      "src/transport/web/ThreadPage.tsx": `import "../operations/posts/PostOperations.ts"\nimport "../http/Edge.ts"`,
      "src/transport/Transports.ts": `import "./operations/posts/PostOperations.ts"`,
      "src/transport/operations/posts/PostOperations.ts": `import "../../http/HandlerRegistry.ts"`,
      "src/transport/http/HandlerRegistry.ts": "",
      "src/ports/Secrets.ts": "",
      "src/ports/PostsRepo.ts": `import "../domain/posts/Post.ts"`,
      "src/adapters/postgres/posts/PostsRepoSql.ts": `import "../../../ports/PostsRepo.ts"`,
      "src/transport/http/Edge.ts": `import "../../services/posts/Posts.ts"`,
      "test/support/Storage.ts": `import "../../src/adapters/postgres/posts/PostsRepoSql.ts"`
    },
    found: [
      "src/transport/http/PostsHttp.ts -> src/ports/PostsRepo.ts",
      "src/services/posts/Posts.ts -> src/adapters/postgres/posts/PostsRepoSql.ts",
      "src/adapters/node/Thread.ts -> src/transport/http/Edge.ts",
      "src/domain/posts/Post.ts -> src/services/posts/Posts",
      "packages/text/src/Lexemes.ts -> src/domain/posts/Post.ts",
      "packages/signs/src/Reader.ts -> packages/feeds/src/Feed.ts",
      "src/domain/Names.ts -> content/stop-words.json",
      "src/transport/mcp/Sessions.ts -> src/ports/PostsRepo.ts",
      "src/adapters/memory/Rows.ts -> test/support/Storage.ts",
      "src/adapters/postgres/connection/Sql.ts -> src/adapters/memory/Rows.ts",
      "src/transport/web/ThreadPage.tsx -> src/transport/operations/posts/PostOperations.ts"
    ]
  })

  rule("import only the packages that are listed for them", strayPackages, {
    files: {
      "src/services/posts/Posts.ts": `import { SqlClient } from "@effect/sql"\nimport { Effect } from "effect"`,
      "src/domain/posts/Post.ts": `import { createHash } from "node:crypto"`,
      "src/adapters/postgres/connection/Database.ts": `import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"`
    },
    found: ["src/services/posts/Posts.ts -> @effect/sql", "src/domain/posts/Post.ts -> node:crypto"]
  })

  rule("have no cycle of imports", cycles, {
    files: {
      "src/domain/A.ts": `import "./B.ts"`,
      "src/domain/B.ts": `import "./C.ts"`,
      "src/domain/C.ts": `import "./B.ts"`
    },
    found: ["src/domain/B.ts -> src/domain/C.ts -> src/domain/B.ts"]
  })

  rule("have no cycle of rooms", roomCycles, {
    files: {
      "packages/text/src/A.ts": `import "@rare-disease-community/names/B"`,
      "packages/names/src/B.ts": "",
      "packages/names/src/C.ts": `import "@rare-disease-community/text/D"`,
      "packages/text/src/D.ts": "",
      "src/transport/http/E.ts": `import "../wire/F.ts"`,
      "src/transport/wire/F.ts": ""
    },
    found: ["packages/text -> packages/names -> packages/text"]
  })

  // Only the server, which never runs in memory, renews stored texts.
  rule(
    "have two adapters for every repository, and a contract suite for every port with two",
    incompletePorts,
    {
      files: {
        "src/ports/posts/PostsRepo.ts": "",
        "src/adapters/postgres/posts/PostsRepoSql.ts": "",
        "src/ports/LikesRepo.ts": "",
        "src/adapters/postgres/posts/LikesRepoSql.ts": "",
        "src/adapters/memory/posts/LikesRepoMemory.ts": "",
        "src/ports/Secrets.ts": "",
        "src/adapters/node/SecretsRandom.ts": "",
        "src/ports/accounts/PasswordHasher.ts": "",
        "src/adapters/node/accounts/PasswordHasherArgon2.ts": "",
        "src/adapters/node/accounts/PasswordHasherPlain.ts": "",
        "test/contracts/posts/LikesRepoContract.ts": ""
      },
      found: [
        "PostsRepoMemory.ts",
        "PostsRepoContract.ts",
        "a test of LikesRepoContract.ts",
        "PasswordHasherContract.ts"
      ]
    },
    { allowed: ["StoredTextsRepoMemory.ts"] }
  )
})

/** The style and the script of the pages. */
const served = sourcesOf("src", /\.(css|js)$/)

describe("A folder, a file or a function", () => {
  rule("of files holds at most 25", fullFolders, {
    files: Object.fromEntries([
      ...Array.from({ length: 26 }, (_, n) => [`src/domain/D${n}.ts`, ""]),
      ...Array.from({ length: 25 }, (_, n) => [`packages/text/src/T${n}.ts`, ""]),
      ...Array.from({ length: 26 }, (_, n) => [`packages/feeds/test/fixtures/F${n}.ts`, ""])
    ]),
    found: ["src/domain: 26 files"]
  })

  rule(
    "has at most 300 lines as a file",
    longFiles,
    {
      files: { "src/domain/Long.ts": "\n".repeat(301), "src/domain/Short.ts": "\n".repeat(300) },
      found: ["src/domain/Long.ts: 301 lines"]
    },
    { of: [...sources, ...served] }
  )

  rule("has at most 120 characters as a line of a comment", wideComments, {
    files: {
      "src/domain/Wide.ts": `/**\n * ${"x".repeat(118)}\n * ${"x".repeat(117)}\n */\n// ${"x".repeat(118)}`,
      "src/domain/Code.ts": `const sql = "${"x".repeat(133)}"`,
      "test/domain/Wide.test.ts": `// ${"x".repeat(133)}`
    },
    found: ["src/domain/Wide.ts:2: 121 columns", "src/domain/Wide.ts:5: 121 columns"]
  })

  rule(
    "has at most 70 lines as a function",
    longFunctions,
    {
      files: {
        "src/domain/Long.ts": `const short = () => {${"\n".repeat(69)}}\nexport const long = () => {${"\n".repeat(70)}}`,
        "src/domain/Nested.ts": `const made = Effect.gen(function* () {${"\n".repeat(80)}})`,
        "src/domain/Method.ts": `class A { method() {${"\n".repeat(80)}} }`,
        "test/domain/Long.test.ts": `describe("all", () => {${"\n".repeat(80)}})`
      },
      found: [
        "src/domain/Long.ts: long has 71 lines",
        "src/domain/Nested.ts: made has 81 lines",
        "src/domain/Method.ts: method has 81 lines"
      ]
    },
    { of: [...sources, ...served] }
  )

  rule("names each limit of a schema", unnamedLimits, {
    files: {
      "src/domain/A.ts":
        "const maxNotes = 9\nconst a = line(80)\nconst b = Schema.maxItems(maxNotes)\nconst c = wholeNumber(0, 1_000)",
      "src/services/B.ts": "const d = text(80)"
    },
    found: ["src/domain/A.ts: 80 in line 2", "src/domain/A.ts: 1_000 in line 4"]
  })

  rule("declares its Tag before its implementation", tagsBehindCode, {
    files: {
      "src/services/Last.ts": `const make = () => 1\nexport class Last extends Context.Tag("Last")<Last, number>() {}`,
      "src/services/First.ts": `const limit = 1\nexport class First extends Context.Tag("First")<First, number>() {}\nfunction make() {}`,
      "src/services/Hidden.ts": `class A extends Context.Tag("A")<A, number>() {}\nfunction* make() {}\nclass B extends Context.Tag("B")<B, number>() {}`,
      "src/services/Both.ts": `class A extends Context.Tag("A")<A, number>() {\n  static readonly layer = Layer.sync(A, () => 1)\n}\nclass B extends Context.Tag("B")<B, number>() {}`
    },
    found: ["src/services/Last.ts", "src/services/Hidden.ts"]
  })

  rule("names its Tag by its folder and the class", misnamedTags, {
    files: {
      "src/services/posts/Posts.ts": `export class Posts extends Context.Tag("services/posts/Posts")<Posts, number>() {}`,
      "src/services/Limits.ts": `export class Spent extends Context.Tag("services/accounts/Spent")<Spent, number>() {}`,
      "src/ports/Claim.ts": `class Claim extends Context.Reference<Claim>()(\n  "ports/claims/Claim", { defaultValue: () => 1 }) {}`
    },
    found: ["src/services/Limits.ts: services/accounts/Spent", "src/ports/Claim.ts: ports/claims/Claim"]
  })

  rule(
    "keeps no state at the level of its module",
    moduleVariables,
    {
      files: {
        "src/services/Posts.ts":
          "const a = new Set([1])\nlet last = 0\nconst all = new Map<A, B>()\nconst f = () => new Set()\n" +
          "const rows: Array<A> = []\nconst none: ReadonlyArray<A> = []\nconst cell = Ref.unsafeMake(0)\n" +
          "const read = Effect.runSync(Effect.cached(load))\nconst made = load.pipe(Effect.cached, Effect.runSync)"
      },
      found: [
        "src/services/Posts.ts: last is a variable of the module, use Ref or a class",
        "src/services/Posts.ts: all is a variable of the module, use Ref or a class",
        "src/services/Posts.ts: rows is a variable of the module, use Ref or a class",
        "src/services/Posts.ts: cell is a variable of the module, use Ref or a class",
        "src/services/Posts.ts: read is a variable of the module, use Ref or a class",
        "src/services/Posts.ts: made is a variable of the module, use Ref or a class"
      ]
    },
    { allowed: Array.from(variablesAllowed.keys()) }
  )

  rule(
    "asserts no type without a reason",
    assertions,
    {
      files: { "src/domain/A.ts": "export const a = [1] as const\nexport const id = (n: number) => n as PostId" },
      found: ["src/domain/A.ts: as PostId in line 2"]
    },
    { allowed: Array.from(assertionsAllowed.keys()) }
  )

  rule(
    "claims a type by a function that looks for it, or says why it cannot",
    typePredicates,
    {
      files: {
        "src/domain/A.ts": "const isId = (n: unknown): n is PostId => true\nconst isOdd = (n: number) => n % 2 === 1"
      },
      found: ["src/domain/A.ts: n is PostId in line 1"]
    },
    { allowed: Array.from(predicatesAllowed.keys()) }
  )

  rule(
    "waits and chooses by Effects, not by the globals of the machine",
    bannedGlobals,
    {
      files: {
        "src/services/Posts.ts": `import { randomUUID } from "node:crypto"\nconst id = randomUUID()\nsetTimeout(look, 1)`,
        "src/domain/Clock.ts": `const at = new Date()\nconst day = new Date(2026, 1, 1)\nconst now = Date.now()`,
        "test/Posts.test.ts": `const made = new Date()\nyield* Effect.sleep("1 second")`
      },
      found: [
        "src/services/Posts.ts: randomUUID in line 2, use the port Secrets",
        "src/services/Posts.ts: setTimeout in line 3, use Effect.sleep",
        "src/domain/Clock.ts: new Date in line 1, use Clock",
        "src/domain/Clock.ts: Date.now in line 3, use Clock",
        "test/Posts.test.ts: Effect.sleep in line 2, use an awaited event, or TestClock"
      ]
    },
    { allowed: Array.from(globalsAllowed.keys()) }
  )
})

describe("A statement", () => {
  rule(
    "names the view of a table that holds what is not for everyone, unless its file needs every row",
    wholeTables,
    {
      files: {
        "src/adapters/postgres/posts/Every.ts":
          "const one = sql`select id from all_posts`\n" +
          `const two = sql\`select \${id}\n  from all_likes where \${is}\`\n` +
          'const three = "all_comment_search" // all_posts\nconst view = sql`select id from posts`',
        "test/Every.test.ts": "sql`select id from all_posts`"
      },
      found: [
        "src/adapters/postgres/posts/Every.ts names all_posts in line 1",
        "src/adapters/postgres/posts/Every.ts names all_likes in line 3",
        "src/adapters/postgres/posts/Every.ts names all_comment_search in line 4"
      ]
    },
    { allowed: Array.from(wholeTablesAllowed.keys()) }
  )
})
