import type { SqlClient } from "@effect/sql"
import { Effect, Option, Record, String, Struct } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { defaultSettings, Settings, switches, withChange } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/accounts/SettingsRepo.ts"
import { first, firstOr, inDatabase } from "../Rows.ts"

const columnOf: Readonly<Record<keyof Settings, string>> = {
  ...Record.map(switches, (_, name) => `on_${String.camelToSnake(name)}`),
  mail: "mail",
  language: "language",
  translate: "translate"
}
const entries = Struct.entries(columnOf)

/** The settings as JSON, the defaults where the row of `member_settings` is missing. */
export const settingsJson = (sql: SqlClient.SqlClient) => {
  const pairs = entries.map(([name, column]) => sql`${name}::text, coalesce(${sql(column)}, ${defaultSettings[name]})`)
  return sql`json_build_object(${sql.csv(pairs)})`
}

export const layer = inDatabase(SettingsRepo, (sql) => {
  const named = sql.csv(entries.map(([name, column]) => sql`${sql(column)} as ${sql(name)}`))
  const columns = sql.csv(entries.map(([, column]) => sql`${sql(column)}`))

  return {
    of: (userId) =>
      sql`select ${named} from member_settings where user_id = ${userId}`.pipe(
        first(Settings),
        Effect.map(Option.getOrElse(() => defaultSettings))
      ),
    update: (userId, change) => {
      const inserted = withChange(defaultSettings, change)
      const values = entries.map(([name]) => sql`${inserted[name]}`)
      const changed = entries.map(
        ([name, column]) =>
          sql`${sql(column)} = coalesce(${Option.getOrNull<Settings[keyof Settings]>(change[name])}, settings.${sql(column)})`
      )
      return sql`
        insert into member_settings as settings (user_id, ${columns})
        select id, ${sql.csv(values)} from users where id = ${userId} for key share -- waits for a member who leaves
        on conflict (user_id) do update set ${sql.csv(changed)}
        returning ${named}`.pipe(firstOr(Settings, () => new NotSignedIn()))
    }
  }
})
