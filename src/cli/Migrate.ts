import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Database from "../adapters/postgres/connection/Database.ts"
import * as Migrations from "../adapters/postgres/connection/Migrations.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"

const nameOf = ([id, name]: readonly [number, string]) => Migrations.nameOf(id, name)

const upToDate = "the schema is up to date"

/** The migrations that are due. A database that has not been made is not made for this: it lacks all. */
const due = Effect.flatMap(CommandDatabase.isMade, (isMade) =>
  Effect.provide(Migrations.due, isMade ? CommandDatabase.unmigrated : Database.embedded("memory://"))
)

const showMigrations = (done: number, total: number) => Progress.show("migrating", done, total)

const dryRun = Options.boolean("dry-run").pipe(Options.withDescription("lists the due migrations, and changes nothing"))

/** `migrate`: brings the schema up to date, and says how; the server does the same when it starts. */
export const migrate = Command.make("migrate", { dryRun, json }, ({ dryRun, json }) =>
  Progress.stoppable(() =>
    Effect.gen(function* () {
      if (dryRun) {
        const names = (yield* due).map(nameOf)
        const lines = names.map((name) => `due ${name}`)
        return yield* print(json, { due: names }, lines.length === 0 ? [`${upToDate}: no migration is due`] : lines)
      }
      const applied = yield* Effect.provide(Migrations.run(showMigrations), CommandDatabase.unmigrated)
      const names = applied.map(nameOf)
      if (names.length > 0) yield* showMigrations(names.length, names.length)
      const lines = names.map((name) => `applied ${name}`)
      yield* print(json, { applied: names }, [
        ...lines,
        lines.length === 0 ? `${upToDate}: no migration was due` : upToDate
      ])
    })
  )
).pipe(Command.withDescription("Brings the schema up to date, and lists the migrations that it applied."))
