import { describe, expect, it } from "@effect/vitest"
import {
  type Check,
  cycles,
  incompletePorts,
  strayPackages,
  unlisted,
  wrongArrows
} from "./architecture/pictureChecks.ts"
import { rooms } from "./architecture/rooms.ts"
import { source, sourcesOf } from "./architecture/Source.ts"
import { barrels, emptyNames, leftovers, longFiles } from "./architecture/textChecks.ts"

const sources = [...sourcesOf("src"), ...sourcesOf("test")]

/** Files that break a rule, by name and text, and what the check says of them. */
interface Planted {
  readonly files: Readonly<Record<string, string>>
  readonly found: ReadonlyArray<string>
}

const rule = (title: string, check: Check, planted: Planted) => {
  it(title, () => expect(check(sources)).toEqual([]))
  it(`${title}: a breach is seen`, () =>
    expect(check(Object.entries(planted.files).map(([file, text]) => source(file, text)))).toEqual(planted.found))
}

describe("The picture of the design", () => {
  it("is read from the files", () => {
    expect(sources.map(({ file }) => file)).toContain("src/main.ts")
    expect(sources.find(({ file }) => file === "src/main.ts")?.ours).toContain("src/Config.ts")
    expect(sources.find(({ file }) => file === "src/sql/EmbeddedPool.ts")?.packages).toContain("@electric-sql/pglite")
  })

  it("has arrows only to rooms that it has", () => {
    expect(Object.values(rooms).flatMap(({ arrows }) => arrows.filter((room) => !Object.hasOwn(rooms, room)))).toEqual(
      []
    )
  })

  rule("has every room", unlisted, {
    files: { "src/attic/Posts.ts": "", "src/domain/Post.ts": "", "src/Extra.ts": "" },
    found: ["src/attic/Posts.ts", "src/Extra.ts"]
  })

  rule("has only the arrows that are drawn", wrongArrows, {
    files: {
      "src/http/PostsHttp.ts": `import { PostsRepo } from "../repositories/PostsRepo.ts"`,
      "src/services/Posts.ts": `const lazy = () => import("../sql/PostsRepoSql.ts")`,
      "src/system/Thread.ts": `const worker = new URL("../http/Edge.ts", import.meta.url)`,
      "src/domain/Post.ts": `import type { Posts } from "../services/Posts"`,
      "src/mcp/Tools.ts": `import "../services/Posts.ts" // from "../sql/Sql.ts"`,
      "src/memory/Views.ts": `import "../../test/storage.ts"`,
      "src/repositories/PostsRepo.ts": `import "../domain/Post.ts"`,
      "src/sql/PostsRepoSql.ts": `import "../repositories/PostsRepo.ts"`,
      "src/http/Edge.ts": `import "../services/Posts.ts"`,
      "test/storage.ts": `import "../src/sql/PostsRepoSql.ts"`
    },
    found: [
      "src/http/PostsHttp.ts -> src/repositories/PostsRepo.ts",
      "src/services/Posts.ts -> src/sql/PostsRepoSql.ts",
      "src/system/Thread.ts -> src/http/Edge.ts",
      "src/domain/Post.ts -> src/services/Posts",
      "src/memory/Views.ts -> test/storage.ts"
    ]
  })

  rule("keeps each package in the rooms that are for it", strayPackages, {
    files: {
      "src/services/Posts.ts": `import { SqlClient } from "@effect/sql"\nimport { Effect } from "effect"`,
      "src/domain/Post.ts": `import { createHash } from "node:crypto"`,
      "src/sql/Database.ts": `import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"`
    },
    found: ["src/services/Posts.ts -> @effect/sql", "src/domain/Post.ts -> node:crypto"]
  })

  rule("has no cycle", cycles, {
    files: {
      "src/domain/A.ts": `import "./B.ts"`,
      "src/domain/B.ts": `import "./C.ts"`,
      "src/domain/C.ts": `import "./B.ts"`
    },
    found: ["src/domain/B.ts -> src/domain/C.ts -> src/domain/B.ts"]
  })

  rule("has both adapters and a contract for every port", incompletePorts, {
    files: {
      "src/repositories/PostsRepo.ts": "",
      "src/sql/PostsRepoSql.ts": "",
      "src/repositories/LikesRepo.ts": "",
      "src/sql/LikesRepoSql.ts": "",
      "src/memory/LikesRepoMemory.ts": "",
      "test/contracts/LikesRepoContract.ts": ""
    },
    found: [
      "src/memory/PostsRepoMemory.ts",
      "test/contracts/PostsRepoContract.ts",
      "a test of test/contracts/LikesRepoContract.ts"
    ]
  })
})

describe("A file", () => {
  rule("is one idea", longFiles, {
    files: { "src/domain/Long.ts": "\n".repeat(301), "src/domain/Short.ts": "\n".repeat(300) },
    found: ["src/domain/Long.ts: 301 lines"]
  })

  const mark = ["TO", "DO"].join("")
  rule("has no leftovers", leftovers, {
    files: {
      "src/domain/Post.ts": `export const first = (all: any) => (all as any)[0]!\n// ${mark}: later`,
      "src/http/Edge.ts": `console.log("here")`,
      "src/cli/migrate.ts": `console.log("the schema is up to date")`,
      "test/Posts.test.ts": `it.only("one")\ndescribe.skip("all")\nit.effect.skip("none")\nit("!")`
    },
    found: [
      "src/domain/Post.ts:1: `any`",
      "src/domain/Post.ts:1: `!`",
      "src/domain/Post.ts:1: `any`",
      `src/domain/Post.ts:2: ${mark}`,
      "src/http/Edge.ts:1: `console`",
      "test/Posts.test.ts:1: a test that is left out",
      "test/Posts.test.ts:2: a test that is left out",
      "test/Posts.test.ts:3: a test that is left out"
    ]
  })

  rule("has names of its own", barrels, {
    files: {
      "src/http/index.ts": "export const one = 1",
      "src/http/All.ts": `export * from "./PostsHttp.ts"`,
      "src/http/Some.ts": `export { layer } from "./PostsHttp.ts"`,
      "src/http/PostsHttp.ts": "const layer = 1\nexport { layer }"
    },
    found: ["src/http/index.ts", "src/http/All.ts", "src/http/Some.ts"]
  })

  rule("is named for what it holds", emptyNames, {
    files: {
      "src/http/utils.ts": "",
      "src/services/PostsLive.ts": "",
      "src/helpers/Posts.ts": "",
      "src/api/Alive.ts": ""
    },
    found: ["src/http/utils.ts", "src/services/PostsLive.ts", "src/helpers/Posts.ts"]
  })
})
