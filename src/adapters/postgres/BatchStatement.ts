import type { SqlClient } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { type BatchResult, Blocked } from "../../domain/BatchResult.ts"
import { ChangeKind, type SequencedChange, storedChange } from "../../domain/Change.ts"
import { UserId } from "../../domain/Ids.ts"
import { Audience } from "../../domain/posts/Audience.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { notificationOf, Row } from "./notifications/NotificationsRepoSql.ts"
import { one, orBlocked } from "./Rows.ts"

/** The result of `append_to_outbox`: each change with its sequence number, kind, id and user. */
export const Appended = Schema.Array(Schema.Tuple(Schema.Int, ChangeKind, Schema.Int, Schema.NullOr(UserId)))

/** The changes that `append_to_outbox` gives. */
export const changesOf = (appended: typeof Appended.Type): ReadonlyArray<SequencedChange> =>
  appended.map(([sequence, kind, id, userId]) => ({ sequence, ...storedChange(kind, id, userId) }))

/**
 * The reason why an item is never written: its member has left, or is blocked by the author of the text, or the post is
 * locked, or does not have the comment that is answered, or is for more readers than the comment: this audience; or
 * audiences are off.
 */
const Refused = Schema.Literal("gone", "blocked", "locked", "unanswerable", "off", ...Audience.literals)
export type Refused = typeof Refused.Type

const isRefused = Schema.is(Refused)

/** Items that were not written: the number of each, from 1, and the lock that it needs or the reason. */
const BlockedItems = Schema.Array(
  Schema.Struct({
    item: Schema.Int,
    by: Schema.optional(Schema.String),
    refused: Schema.optional(Schema.String)
  })
)

/** The result of `added_notifications`. */
const Added = Schema.Array(Schema.Struct({ previousId: Schema.Int, isForEveryone: Schema.Boolean, notification: Row }))

/** The changes, with the notifications that were added. */
const withAdded = (
  changes: ReadonlyArray<SequencedChange>,
  added: typeof Added.Type
): ReadonlyArray<SequencedChange> => {
  const rows = new Map(added.map((row) => [row.notification.id, row]))
  return changes.map((change) => {
    const row = change.kind === "notification" ? rows.get(change.id) : undefined
    if (row === undefined) return change
    return { ...change, added: { ...row, notification: notificationOf(row.notification) } }
  })
}

/**
 * A function that writes a batch (`migrations/functions/batched_writes.sql`), and the mapping of its items and results.
 */
interface Batch<Item, Answer extends { readonly item: number }, Encoded, A, E> {
  readonly name: "toggle_likes" | "toggle_comment_likes" | "add_comments" | "add_posts"
  /** An item as the function reads it. */
  readonly encode: (item: Item) => object
  /** The answer for an item, with the item's number, from 1. */
  readonly answer: Schema.Schema<Answer, Encoded>
  readonly result: (item: Item, answer: Answer) => A
  /** The error of an item that is refused, and of one without an answer. */
  readonly refusal: (item: Item, refused: Refused | undefined) => E
}

/** The error of a like or comment, which is `otherwise` where its post or comment does not exist. */
export const refusedReaction = <E>(refused: Refused | undefined, otherwise: E) => {
  if (refused === "gone") return new NotSignedIn()
  if (refused === "locked") return new NotAllowed({ action: "commentOnLocked" })
  return refused === "blocked" ? new NotAllowed({ action: "reactToBlocker" }) : otherwise
}

/**
 * Writes items by one call of a function, which is the whole transaction unless there is one around it. The function
 * waits for no lock that it knows of. If it fails to get another one, nothing is written and every item is `Blocked`.
 */
export const batchStatement = <Item, Answer extends { readonly item: number }, Encoded, A, E>(
  sql: SqlClient.SqlClient,
  { answer, encode, name, refusal, result }: Batch<Item, Answer, Encoded, A, E>
) => {
  const Answers = Schema.Struct({
    results: Schema.Array(answer),
    changes: Appended,
    blocked: BlockedItems,
    added: Added
  })
  const resultOf = (
    items: ReadonlyArray<Item>,
    { added, blocked, changes, results }: typeof Answers.Type
  ): BatchResult<A, E> => {
    const answers = new Map(results.map((answer) => [answer.item, answer]))
    const leftOut = new Map(blocked.map((one) => [one.item, one]))
    return {
      results: items.map((item, index) => {
        const [answer, { by, refused } = {}] = [answers.get(index + 1), leftOut.get(index + 1)]
        if (answer !== undefined) return Either.right(result(item, answer))
        if (by !== undefined) return Either.left(new Blocked({ by }))
        if (refused === undefined || isRefused(refused)) return Either.left(refusal(item, refused))
        // The function is that of a later version, which shares the database, and whose instances know the reason.
        return Either.left(new Blocked({ by: refused }))
      }),
      changes: withAdded(changesOf(changes), added)
    }
  }
  return (items: ReadonlyArray<Item>): Effect.Effect<BatchResult<A, E>, Unavailable> => {
    if (items.length === 0) return Effect.succeed({ results: [], changes: [] })
    const given = JSON.stringify(items.map(encode))
    const written = sql`
      select results, changes, blocked, added_notifications(changes) as added from ${sql(name)}(${given}::json)`
    return written.pipe(
      orBlocked(undefined),
      one(Answers),
      Effect.map((written) => resultOf(items, written)),
      Effect.catchTag("Blocked", (all) => Effect.succeed({ results: items.map(() => Either.left(all)), changes: [] }))
    )
  }
}
