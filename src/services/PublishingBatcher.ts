import { Deferred, Effect, type Scope } from "effect"
import { type WriteBatcherOptions, writeBatcher } from "../concurrency/WriteBatcher.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Changes } from "./Changes.ts"
import { ShutdownSignal } from "./ShutdownSignal.ts"

/** A `writeBatcher` that publishes the changes of each batch, and that stops waiting for locks when the server stops. */
export const publishingBatcher = <Item, A, E>(
  name: string,
  writeAll: WriteBatcherOptions<Item, A, E>["writeAll"]
): Effect.Effect<(item: Item) => Effect.Effect<A, E | Unavailable>, never, Changes | ShutdownSignal | Scope.Scope> =>
  Effect.flatMap(Effect.all([Changes, ShutdownSignal]), ([changes, shutdown]) =>
    writeBatcher({ name, writeAll, afterCommit: changes.publish, shutdown: Deferred.await(shutdown) })
  )
