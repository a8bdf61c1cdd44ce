import { Effect, Layer, Stream } from "effect"
import { Changes } from "../../src/services/Changes.ts"
import * as ChangeHintsAlone from "../../src/system/ChangeHintsAlone.ts"

/** A community in which no change is told, so that hours pass fast. */
export const Untold = Layer.succeed(Changes, {
  record: () => Effect.void,
  tell: () => Effect.void,
  listen: () => Effect.void,
  listenAll: () => Effect.void,
  follow: () => Effect.succeed(Stream.never),
  isCurrent: () => false,
  caughtUp: Effect.void
})

/** Changes of the one instance there is. */
export const Alone = Layer.provide(Changes.layer, ChangeHintsAlone.layer)

/** The kinds of the changes that are told from now on. */
export const toldKinds = Effect.gen(function* () {
  const kinds: Array<string> = []
  yield* (yield* Changes).listenAll(({ kind }) => void kinds.push(kind))
  return kinds
})
