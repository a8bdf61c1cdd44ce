import { Effect, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { defaultSettings, Settings } from "../../../domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../ports/SettingsRepo.ts"
import { first, firstOr, inDatabase } from "../Rows.ts"

export const layer = inDatabase(SettingsRepo, (sql) => {
  const columns = sql`on_comment as comment, on_like as "like", on_reply as reply, on_new_post as "newPost", mail`

  return {
    of: (userId) =>
      sql`select ${columns} from member_settings where user_id = ${userId}`.pipe(
        first(Settings),
        Effect.map(Option.getOrElse(() => defaultSettings))
      ),
    update: (userId, change) => {
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
        returning ${columns}`.pipe(firstOr(Settings, () => new NotSignedIn()))
    }
  }
})
