import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { defaultSettings, Settings, SettingsChange } from "../../../domain/accounts/Settings.ts"
import { UserId } from "../../../domain/Ids.ts"
import { SettingsRepo } from "../../../ports/SettingsRepo.ts"
import { orUnavailable } from "../connection/Failures.ts"

const columns = (sql: SqlClient.SqlClient) =>
  sql`on_comment as comment, on_like as "like", on_reply as reply, on_new_post as "newPost", mail`

const statements = (sql: SqlClient.SqlClient) => ({
  of: SqlSchema.findOne({
    Request: UserId,
    Result: Settings,
    execute: (userId) => sql`select ${columns(sql)} from member_settings where user_id = ${userId}`
  }),

  update: SqlSchema.findOne({
    Request: Schema.Struct({ userId: UserId, change: Schema.typeSchema(SettingsChange) }),
    Result: Settings,
    execute: ({ change, userId }) => {
      const flag = (name: Exclude<keyof Settings, "mail">) => sql`${Option.getOrNull(change[name])}::boolean`
      const mail = sql`${Option.getOrNull(change.mail)}::text`
      return sql`
        insert into member_settings as settings (user_id, on_comment, on_like, on_reply, on_new_post, mail)
        select id, coalesce(${flag("comment")}, ${defaultSettings.comment}), coalesce(${flag("like")}, ${defaultSettings.like}),
          coalesce(${flag("reply")}, ${defaultSettings.reply}), coalesce(${flag("newPost")}, ${defaultSettings.newPost}),
          coalesce(${mail}, ${defaultSettings.mail})
        from users where id = ${userId} for key share -- waits for a member who leaves
        on conflict (user_id) do update set
          on_comment = coalesce(${flag("comment")}, settings.on_comment), on_like = coalesce(${flag("like")}, settings.on_like),
          on_reply = coalesce(${flag("reply")}, settings.on_reply),
          on_new_post = coalesce(${flag("newPost")}, settings.on_new_post), mail = coalesce(${mail}, settings.mail)
        returning ${columns(sql)}`
    }
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { of, update } = statements(sql)

  return SettingsRepo.of({
    of: (userId) =>
      Effect.map(
        orUnavailable(of(userId)),
        Option.getOrElse(() => defaultSettings)
      ),
    update: (userId, change) =>
      Effect.flatMap(
        orUnavailable(update({ userId, change })),
        Option.match({ onNone: () => new NotSignedIn(), onSome: Effect.succeed })
      )
  })
})

/** Settings in PostgreSQL. */
export const layer = Layer.effect(SettingsRepo, make)
