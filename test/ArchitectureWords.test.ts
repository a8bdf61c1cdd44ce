import { describe, expect, it } from "@effect/vitest"
import { allowing } from "./architecture/allowing.ts"
import { rule } from "./architecture/rule.ts"
import { barrels, emptyNames, leftovers } from "./architecture/textChecks.ts"

describe("A file", () => {
  it("may break a rule where that is allowed by name, until it breaks it no more", () => {
    const check = allowing(() => ["a.ts: long has 71 lines", "b.ts"], ["a.ts: long", "c.ts"])
    expect(check([])).toEqual(["b.ts", "c.ts: the allowance is not used any more"])
  })

  const mark = ["TO", "DO"].join("")
  rule("has no leftovers", leftovers, {
    files: {
      "src/domain/posts/Post.ts": `export const first = (all: any) => (all as any)[0]!\n// ${mark}: later`,
      "src/transport/http/Edge.ts": `console.log("here")`,
      "src/cli/migrate.ts": `console.log("the schema is up to date")`,
      "test/Posts.test.ts": `it.only("one")\ndescribe.skip("all")\nit.effect.skip("none")\nit("!")`
    },
    found: [
      "src/domain/posts/Post.ts:1: `any`",
      "src/domain/posts/Post.ts:1: `!`",
      "src/domain/posts/Post.ts:1: `any`",
      `src/domain/posts/Post.ts:2: ${mark}`,
      "src/transport/http/Edge.ts:1: `console`",
      "test/Posts.test.ts:1: a test that is left out",
      "test/Posts.test.ts:2: a test that is left out",
      "test/Posts.test.ts:3: a test that is left out"
    ]
  })

  rule("has names of its own", barrels, {
    files: {
      "src/transport/http/index.ts": "export const one = 1",
      "src/transport/http/All.ts": `export * from "./PostsHttp.ts"`,
      "src/transport/http/Some.ts": `export { layer } from "./PostsHttp.ts"`,
      "src/transport/http/PostsHttp.ts": "const layer = 1\nexport { layer }"
    },
    found: ["src/transport/http/index.ts", "src/transport/http/All.ts", "src/transport/http/Some.ts"]
  })

  rule("is named for what it holds", emptyNames, {
    files: {
      "src/transport/http/utils.ts": "",
      "src/services/posts/PostsLive.ts": "",
      "src/helpers/Posts.ts": "",
      "src/api/Alive.ts": ""
    },
    found: ["src/transport/http/utils.ts", "src/services/posts/PostsLive.ts", "src/helpers/Posts.ts"]
  })
})
