import { createHash } from "node:crypto"
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
import { textOf } from "../../../architecture/Source.ts"

/** The migrations of each release, by the SHA-256 of their files. A release adds its own, and changes none. */
const released = {
  "0001_accounts": "64b94078bc0c0de29a9a804f4b6b8e9a4b3ab4482fc86e9553696cd7f1824998",
  "0002_diseases": "752c5e105bd5a8fa6cd3e15f6fb629d295b1054bda68e9772d7ce4ebdceeb660",
  "0003_posts": "6968151d6c1fb6a63ff2fd7398d832b82904c15ffe4659cf8102a6bd63d36908",
  "0004_news": "5359fd3301b9665dd788081e9f57e3d8a997c2abd592ee25df2fcab938e9a4cd",
  "0005_notifications": "8110c5e02d1956f72ef6e582779cd4818fe49fe3499976bab42b2fbbbed0b9f6",
  "0006_counts": "5cb504146dd4237008a8b8d211ee118eb5ab9bbffe0f7e3b02bc4782ed9dd3cc",
  "0007_idempotency": "bced453aa5ed275a499085216bd041ab57c0d72e4451bfca2ab0457de0397790"
}

/** A backup of a small community, made by release 0.1.0, and the rows that it holds. */
const kept = { file: new URL("0.1.0.backup", import.meta.url), posts: 7, comments: 7, likes: 11, users: 4 }

describe("Release 0.1.0", () => {
  it("has migrations that never change", () => {
    const digest = (name: string) =>
      createHash("sha256")
        .update(textOf(`migrations/${name}.sql`))
        .digest("hex")
    const digests = Object.fromEntries(Object.keys(released).map((name) => [name, digest(name)]))
    deepStrictEqual(digests, released)
  })

  it.scoped("left a database that is brought to the schema of this version with every row and count", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const packed = () => createReadStream(kept.file).pipe(createGunzip())
      const text = NodeStream.fromReadable<Error, Uint8Array>(packed, (cause) => new Error(String(cause)))
      yield* load(Stream.splitLines(Stream.decodeText(text)), () => Effect.void)
      deepStrictEqual(yield* Migrations.due, [])
      deepStrictEqual((yield* Effect.forEach(checks, ({ find }) => find)).flat(), [])
      const counted = yield* sql`
        select (select count(*)::int from posts) as posts, (select count(*)::int from comments) as comments,
          (select count(*)::int from likes) as likes, (select count(*)::int from users) as users`
      const { file: _, ...rows } = kept
      deepStrictEqual(counted, [rows])
    }).pipe(Effect.provide(Layer.merge(Database.embedded("memory://"), NodeContext.layer)))
  )
})
