import { Args, Command, Options } from "@effect/cli"
import { DateTime, Effect } from "effect"
import * as BackupsRepoSql from "../adapters/postgres/BackupsRepoSql.ts"
import { linesIn, outputOf } from "../adapters/postgres/backup/BackupFile.ts"
import type { BackupHeader } from "../adapters/postgres/backup/BackupFormat.ts"
import { dump } from "../adapters/postgres/backup/Dump.ts"
import { load, verify } from "../adapters/postgres/backup/Load.ts"
import * as CommandDatabase from "../adapters/postgres/connection/CommandDatabase.ts"
import { DatabaseRoute } from "../adapters/postgres/connection/CommandDatabase.ts"
import * as Migrations from "../adapters/postgres/connection/Migrations.ts"
import { BackupsRepo } from "../ports/BackupsRepo.ts"
import { json, print } from "./Output.ts"
import * as Progress from "./Progress.ts"

const file = Args.text({ name: "FILE" })

const summaryOf = ({ createdAt, migrations, tables }: BackupHeader) => {
  const { id = 0, name = "" } = migrations.at(-1) ?? {}
  const rows = Object.fromEntries(tables.map((table) => [table.name.replace(/^all_/, ""), table.rows]))
  return { createdAt, migration: Migrations.nameOf(id, name), rows }
}

const linesOf = (header: BackupHeader) => {
  const { rows } = summaryOf(header)
  const count = (table: string) => (rows[table] ?? 0).toLocaleString("en")
  return `${count("users")} members, ${count("posts")} posts, ${count("comments")} comments, ${count("diseases")} diseases`
}

/** Notes a backup in the database. It is whole, so a database that takes no note does not make the command fail. */
const note = (createdAt: string, bytes: number) =>
  Effect.flatMap(BackupsRepo, (backups) => backups.note({ at: DateTime.unsafeMake(createdAt), bytes })).pipe(
    Effect.provide(BackupsRepoSql.layer),
    Effect.catchAllCause(() => Progress.say("the database could not note when it was backed up"))
  )

/** `backup`: one snapshot of the community in a file. */
export const backup = Command.make(
  "backup",
  {
    file: file.pipe(Args.withDescription("the file to write; - for standard output")),
    force: Options.boolean("force").pipe(
      Options.withDescription("replaces a file of this name, once the backup is whole")
    ),
    json
  },
  ({ file, force, json }) =>
    Progress.stoppable(() =>
      Effect.gen(function* () {
        yield* CommandDatabase.mustBeMade
        const output = yield* outputOf(file, { force })
        const progress = (done: number, total: number) => Progress.show("backing up", done, total)
        // Through the socket of a server, whose one session a long transaction would take from everybody else.
        const dumped = Effect.gen(function* () {
          const pages = (yield* DatabaseRoute) === "socket"
          const header = yield* dump({ write: output.write, progress }, { pages })
          const bytes = yield* output.end
          yield* note(header.createdAt, bytes)
          return { bytes, header }
        })
        const { bytes, header } = yield* Effect.provide(dumped, CommandDatabase.unmigrated)
        const line = `backed up ${linesOf(header)}`
        if (file === "-") return yield* Progress.say(line)
        yield* print(json, { file, bytes, ...summaryOf(header) }, [`${line}: ${file}`])
      }).pipe(Effect.scoped)
    )
).pipe(Command.withDescription("Writes one snapshot of the community to a file, also while the server runs."))

/** `restore`: the community of a file, in a database that is empty. */
export const restore = Command.make(
  "restore",
  { file: file.pipe(Args.withDescription("a file that `backup` wrote; - for standard input")), json },
  ({ file, json }) =>
    Progress.stoppable(() =>
      Effect.gen(function* () {
        // Standard input is read once: it is checked while its rows are stored, and nothing is committed before its
        // end.
        if (file !== "-") yield* verify(linesIn(file), (done, total) => Progress.show("checking", done, total))
        const progress = (done: number, total: number) => Progress.show("restoring", done, total)
        const loaded = Effect.gen(function* () {
          if ((yield* DatabaseRoute) === "socket") return yield* CommandDatabase.refuseServed
          return yield* load(linesIn(file), progress)
        })
        const header = yield* Effect.provide(loaded, CommandDatabase.unmigrated)
        yield* print(json, summaryOf(header), [`restored ${linesOf(header)}`])
      })
    )
).pipe(Command.withDescription("Restores a backup into an empty database, on either storage; all of it, or nothing."))
