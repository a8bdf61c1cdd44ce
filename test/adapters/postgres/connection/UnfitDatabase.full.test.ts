import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Database from "../../../../src/adapters/postgres/connection/Database.ts"
import * as Migrations from "../../../../src/adapters/postgres/connection/Migrations.ts"
import { messageOf } from "../../../../src/cli/RunMain.ts"

/** What an operator is told where the schema is made in a database after these statements. */
const told = (statements: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statements)).pipe(
    Effect.zipRight(Effect.flip(Migrations.run())),
    Effect.map(messageOf),
    Effect.provide([Database.embedded("memory://"), NodeContext.layer]),
    Effect.scoped
  )

const cases = [
  [
    "a user who may not make tables",
    "create role guest; set role guest",
    "DATABASE_URL has a user who may not make tables (permission denied for schema public): let it own the database, or " +
      "GRANT CREATE ON SCHEMA public to it"
  ],
  [
    "a search_path without a schema",
    "set search_path = nowhere",
    "DATABASE_URL has a user whose search_path names no schema: create that schema, or correct it by ALTER ROLE"
  ],
  [
    "the tables of another program",
    "create table users (id int)",
    'DATABASE_URL names a database with tables of another program (relation "users" already exists): name an empty database'
  ],
  [
    "the migrations of another program",
    "create table schema_migrations (version text)",
    'DATABASE_URL names a database with tables of another program (column "migration_id" does not exist): name an empty ' +
      "database"
  ]
] as const

describe("Migrations on a database that cannot be used fail with one line that names the variable and the remedy:", () => {
  for (const [name, statements, line] of cases) {
    it.live(name, () => Effect.map(told(statements), (message) => strictEqual(message, line)))
  }
})
