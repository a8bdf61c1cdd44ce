import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Either, Schema } from "effect"
import { changeKinds } from "../domain/Change.ts"
import { UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Blocked, type Written } from "../domain/Written.ts"
import { isContended, stored } from "./Failures.ts"

/** What `append_changes` of migration 0010 answers. */
export const Appended = Schema.Array(
  Schema.Tuple(Schema.Int, Schema.Literal(...changeKinds), Schema.Int, Schema.NullOr(UserId))
)

/** Items that were not written, each by its place among them, from 1, and the lock that it needs. */
const BlockedItems = Schema.Array(Schema.Struct({ item: Schema.Int, by: Schema.String }))

/** How items are written by one of the functions of migration 0012. */
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
 * Writes items by one call of a function, which is the whole transaction unless there is one around it. The function waits
 * for no lock that it knows of. Where it waits for another one in vain, nothing is written and every item is `Blocked`.
 */
export const batchOf = <Item, Answer extends { readonly item: number }, Encoded, A, E>(
  sql: SqlClient.SqlClient,
  { answer, name, refusal, result, sent }: Batch<Item, Answer, Encoded, A, E>
) => {
  const call = SqlSchema.single({
    Request: Schema.String,
    Result: Schema.Struct({ results: Schema.Array(answer), changes: Appended, blocked: BlockedItems }),
    execute: (items) => sql`select results, changes, blocked from ${sql(name)}(${items}::json)`
  })
  const write = (items: ReadonlyArray<Item>) =>
    Effect.map(call(JSON.stringify(items.map(sent))), ({ blocked, changes, results }): Written<A, E> => {
      const answers = new Map(results.map((answer) => [answer.item, answer]))
      const locks = new Map(blocked.map(({ by, item }) => [item, by]))
      return {
        results: items.map((item, index) => {
          const [answer, by] = [answers.get(index + 1), locks.get(index + 1)]
          if (answer !== undefined) return Either.right(result(item, answer))
          return Either.left(by === undefined ? refusal(item) : new Blocked({ by }))
        }),
        changes: changes.map(([place, kind, id, userId]) => ({ place, kind, id, userId }))
      }
    })
  const contended = (items: ReadonlyArray<Item>): Written<A, E> => ({
    results: items.map(() => Either.left(new Blocked({ by: undefined }))),
    changes: []
  })
  return (items: ReadonlyArray<Item>): Effect.Effect<Written<A, E>, Unavailable> =>
    items.length === 0
      ? Effect.succeed({ results: [], changes: [] })
      : stored(Effect.catchIf(write(items), isContended, () => Effect.succeed(contended(items))))
}
