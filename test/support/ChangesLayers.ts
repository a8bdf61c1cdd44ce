import { Effect, Layer, Stream } from "effect"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../src/services/Changes.ts"

/** Changes that are never published, so that a test's hours pass fast. */
export const Unpublished = Layer.succeed(Changes, {
  append: () => Effect.void,
  publish: () => Effect.void,
  subscribe: () => Effect.void,
  recentlyRevoked: () => [],
  subscribeAll: () => Effect.void,
  rareChanges: Effect.succeed(Stream.never),
  deliverHere: () => Effect.void,
  isInSync: () => false,
  readBarrier: Effect.void
})

/** Changes of the one instance there is. */
export const SingleInstance = Layer.provide(Changes.layer, ChangeNotifier.none)

/** The kinds of the changes that are delivered from now on. */
export const publishedKinds = Effect.gen(function* () {
  const kinds: Array<string> = []
  yield* (yield* Changes).subscribeAll(({ kind }) => void kinds.push(kind))
  return kinds
})
