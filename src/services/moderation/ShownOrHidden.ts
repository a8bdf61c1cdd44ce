import { Effect } from "effect"

/** Runs the other effect if a text was not found. */
const ifNotFound =
  <B, E2, R2>(other: Effect.Effect<B, E2, R2>) =>
  <A, E extends { readonly _tag: string }, R>(first: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R | R2> =>
    Effect.catchAll(
      first,
      (error): Effect.Effect<B, E | E2, R2> =>
        error._tag === "PostNotFound" || error._tag === "CommentNotFound" ? other : Effect.fail(error)
    )

/**
 * Looks for a text among the shown ones, then among the hidden ones, and then again among the shown ones, since it may
 * have been restored between the first two. Fails as the first if it is in neither.
 */
export const shownOrHidden = <A, E extends { readonly _tag: string }, R, B, E2 extends { readonly _tag: string }, R2>(
  shown: Effect.Effect<A, E, R>,
  hidden: Effect.Effect<B, E2, R2>
) => shown.pipe(ifNotFound(hidden), ifNotFound(shown))
