import { createReadStream } from "node:fs"
import { createGunzip } from "node:zlib"
import { NodeContext, NodeStream } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Stream } from "effect"
import { load } from "../../../../src/adapters/postgres/backup/Load.ts"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import * as Migrations from "../../../../src/adapters/postgres/connection/Migrations.ts"
import { checks } from "../../../../src/adapters/postgres/Integrity.ts"
import { released } from "../../../architecture/releasedMigrations.ts"

/** The rows of the backups of small communities, each made by its release. */
const kept: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "0.1.0": { posts: 7, comments: 7, likes: 11, users: 4 },
  "0.2.0": {
    posts: 3,
    comments: 3,
    likes: 2,
    users: 5,
    hidden_posts: 1,
    reports: 2,
    decisions: 1,
    follows: 3,
    revisions: 1
  },
  "0.3.0": {
    posts: 2,
    comments: 3,
    likes: 2,
    comment_likes: 1,
    users: 5,
    hidden_posts: 1,
    reports: 2,
    decisions: 1,
    follows: 3,
    revisions: 1,
    places: 1,
    verification_requests: 1,
    invitations: 1,
    blocks: 1
  }
}

describe("A backup of an earlier release", () => {
  it("is kept for each of them", () => deepStrictEqual(Object.keys(kept), Object.keys(released)))

  for (const [version, rows] of Object.entries(kept)) {
    it.scoped(`is brought to the schema of this version with every row and count: ${version}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const file = new URL(`${version}.backup`, import.meta.url)
        const packed = () => createReadStream(file).pipe(createGunzip())
        const text = NodeStream.fromReadable<Error, Uint8Array>(packed, (cause) => new Error(String(cause)))
        yield* load(Stream.splitLines(Stream.decodeText(text)), () => Effect.void)
        deepStrictEqual(yield* Migrations.due, [])
        deepStrictEqual((yield* Effect.forEach(checks, ({ find }) => find)).flat(), [])
        const counted = yield* Effect.forEach(Object.keys(rows), (table) =>
          Effect.map(sql`select count(*)::int from ${sql(table)}`, ([row]) => [table, row?.["count"]] as const)
        )
        deepStrictEqual(Object.fromEntries(counted), rows)
      }).pipe(Effect.provide(Layer.merge(Database.embedded("memory://"), NodeContext.layer)))
    )
  }
})
