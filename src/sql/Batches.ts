import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { changeKinds } from "../domain/Change.ts"
import { UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { Written } from "../domain/Written.ts"
import { isContended, stored } from "./Failures.ts"

/** What `append_changes` of migration 0010 answers. */
export const Appended = Schema.Array(
  Schema.Tuple(Schema.Int, Schema.Literal(...changeKinds), Schema.Int, Schema.NullOr(UserId))
)

/** How items are written by one of the functions of migration 0010. */
interface Batch<Item, Answer extends { readonly item: number }, Encoded, A, E> {
  readonly name: "toggle_likes" | "add_comments" | "add_posts"
  /** An item under the names that the function reads. */
  readonly sent: (item: Item) => object
  /** What it answers of an item, with the place of that among them, from 1. */
  readonly answer: Schema.Schema<Answer, Encoded>
  readonly result: (item: Item, answer: Answer) => A
  /** What it means that it answers nothing. */
  readonly refusal: (item: Item) => E
}

/**
 * Writes items by one call of a function, which is the whole transaction unless there is one around it. Where one of
 * several items waits for somebody else in vain it is a defect, upon which they are tried one by one.
 */
export const batchOf = <Item, Answer extends { readonly item: number }, Encoded, A, E>(
  sql: SqlClient.SqlClient,
  { answer, name, refusal, result, sent }: Batch<Item, Answer, Encoded, A, E>
) => {
  const call = SqlSchema.single({
    Request: Schema.String,
    Result: Schema.Struct({ results: Schema.Array(answer), changes: Appended }),
    execute: (items) => sql`select results, changes from ${sql(name)}(${items}::json)`
  })
  const blocked = (items: ReadonlyArray<Item>) => (error: unknown) =>
    items.length > 1 && isContended(error) ? Effect.die(error) : Effect.void
  return (items: ReadonlyArray<Item>): Effect.Effect<Written<A, E>, Unavailable> =>
    items.length === 0
      ? Effect.succeed({ results: [], changes: [] })
      : Effect.map(
          stored(Effect.tapError(call(JSON.stringify(items.map(sent))), blocked(items))),
          ({ changes, results }) => {
            const answers = new Map(results.map((answer) => [answer.item, answer]))
            return {
              results: items.map((item, index) => {
                const answer = answers.get(index + 1)
                return answer === undefined ? Either.left(refusal(item)) : Either.right(result(item, answer))
              }),
              changes: changes.map(([place, kind, id, userId]) => ({ place, kind, id, userId }))
            }
          }
        )
}
