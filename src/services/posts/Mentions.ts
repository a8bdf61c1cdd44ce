import type { DateTime } from "effect"
import { Effect, Option } from "effect"
import { authorKindOf, CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"

/**
 * Notifies the members whom a changed text mentions for the first time, as a part of a transaction, and gives the
 * changes to append.
 */
export const mention = Effect.fnUntraced(function* (
  notifications: NotificationsRepo["Type"],
  about: TextTarget,
  content: Option.Option<FilteredText>,
  at: DateTime.Utc
) {
  const editor = yield* CurrentUser
  const mentions = Option.match(content, { onNone: () => [], onSome: (text) => text.mentions })
  if (mentions.length === 0) return []
  return yield* notifications.mention({ about, mentions, editorId: editor.id, actorKind: authorKindOf(editor), at })
})
