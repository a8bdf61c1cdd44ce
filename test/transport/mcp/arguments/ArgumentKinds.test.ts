import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { connect, connectAs, keyOf } from "../Clients.ts"

const unlimited = Object.fromEntries(
  ["READ", "WRITE", "POST", "COMMENT", "MCP"].map((name) => [`RATE_LIMIT_${name}`, "0"])
)

/** A record without its number of views, since each read is one. */
const withoutViews = (json: unknown) => JSON.stringify(json ?? null).replace(/"viewCount":\d+/g, "")

layer(community(Memory.layer, unlimited), { excludeTestServices: true })(
  "The kinds of the arguments of tools",
  (it) => {
    it.scoped("take numbers, true and false as texts, in tools that read and in tools that write", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const post = yield* publish(maria)
        yield* answer(yield* join(), post.id)
        const agent = yield* connectAs("streamable", maria)
        const pairs: ReadonlyArray<readonly [tool: string, asTexts: object, asMeant: object]> = [
          ["list_posts", { limit: "1", page: "2" }, { limit: 1, page: 2 }],
          [
            "list_posts",
            { answered: "false", includeDescendants: "true" },
            { answered: false, includeDescendants: true }
          ],
          ["search_community", { query: "thread", limit: "3" }, { query: "thread", limit: 3 }],
          ["get_post", { postId: String(post.id), limit: "1", page: "1" }, { postId: post.id, limit: 1, page: 1 }],
          ["browse_news", { limit: "2" }, { limit: 2 }],
          ["find_diseases", { search: "marfan", categories: "True" }, { search: "marfan", categories: true }],
          [
            "get_notifications",
            { unreadOnly: "true", limit: "5", offset: "0" },
            { unreadOnly: true, limit: 5, offset: 0 }
          ],
          ["get_notifications", { unreadOnly: "0" }, { unreadOnly: false }],
          ["find_similar_discussions", { text: "thread", limit: "1" }, { text: "thread", limit: 1 }],
          ["like_post", { postId: post.id, liked: "true" }, { postId: post.id, liked: true }],
          ["like_post", { postId: post.id, liked: "FALSE" }, { postId: post.id, liked: false }]
        ]
        for (const [tool, asTexts, asMeant] of pairs) {
          const [taken, meant] = [yield* agent.call(tool, { ...asTexts }), yield* agent.call(tool, { ...asMeant })]
          strictEqual(taken.isError, false, taken.text)
          deepStrictEqual(withoutViews(taken.json), withoutViews(meant.json), tool)
        }
        const target = { type: "post", id: String((yield* publish(yield* join())).id) }
        const named = yield* connect("streamable", {
          apiKey: (yield* keyOf(maria)).key,
          query: { tools: "report_content" }
        })
        strictEqual((yield* named.call("report_content", { target, reason: "spam" })).isError, false)
      })
    )

    it.scoped("of the wrong kind are refused by the kind that is right and the value that was sent", () =>
      Effect.gen(function* () {
        const agent = yield* connectAs("streamable", yield* join())
        const cases: ReadonlyArray<readonly [tool: string, args: Record<string, unknown>, text: string]> = [
          ["get_post", { postId: "first" }, 'postId must be a number; you sent "first"'],
          ["get_post", { postId: 1.5 }, "postId must be a whole number; you sent 1.5"],
          ["get_post", { postId: {} }, "postId must be a number; you sent an object"],
          ["get_post", { postId: 1, limit: "ten" }, 'limit must be a number; you sent "ten"'],
          ["get_post", { postId: 0 }, "postId must be from 1 to 2147483647; you sent 0"],
          ["get_notifications", { unreadOnly: "maybe" }, 'unreadOnly must be true or false; you sent "maybe"'],
          ["search_community", { query: 7 }, "query must be text; you sent 7"],
          ["list_posts", { sort: "age" }, 'sort must be relevance, date, views or replies; you sent "age"']
        ]
        for (const [tool, args, text] of cases) {
          const told = yield* agent.call(tool, args)
          deepStrictEqual([told.isError, told.text], [true, text])
        }
      })
    )
  }
)
