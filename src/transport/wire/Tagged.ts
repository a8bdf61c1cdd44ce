import { type Clock, DateTime, Effect, Option } from "effect"
import type { PostPage } from "../../domain/posts/Post.ts"
import type { Statistics } from "../../domain/Statistics.ts"
import type { CacheTag } from "./CacheTags.ts"

/** A field of a JSON response that changes often: the entity tag leaves it out, and a cached response renews it. */
export interface VolatileField {
  readonly name: string
  readonly value: string | number
  /** Acquires the values of later responses, until it is released; none where there can be none any more. */
  readonly acquire?: () => Option.Option<FieldSource>
}

export interface FieldSource {
  /** The present value. A number of views counts one, except for a reader who has been counted (`countsView`). */
  readonly value: (countsView: boolean) => string | number
  readonly release: () => void
}

/** A value with the tags of all that it is made of. Without tags its response is not cached. */
export class Tagged<A> {
  readonly value: A
  readonly tags: ReadonlyArray<CacheTag>
  /** In the order of the response. */
  readonly volatile: ReadonlyArray<VolatileField>

  constructor(value: A, tags: ReadonlyArray<CacheTag> = [], volatile: ReadonlyArray<VolatileField> = []) {
    this.value = value
    this.tags = tags
    this.volatile = volatile
  }

  map<B>(change: (value: A) => B): Tagged<B> {
    return new Tagged(change(this.value), this.tags, this.volatile)
  }
}

/** A value with its tags: none where it has none yet. */
export const tagged = <A>(value: A | Tagged<A>): Tagged<A> => (value instanceof Tagged ? value : new Tagged(value))

/** Tags the value of a handler with all that it is made of, and names its volatile fields, so that it may be cached. */
export const withCacheTags = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  tagsOf: (value: A) => ReadonlyArray<CacheTag>,
  volatileOf?: (value: A) => ReadonlyArray<VolatileField>
): Effect.Effect<Tagged<A>, E, R> =>
  Effect.map(effect, (value) => new Tagged(value, tagsOf(value), volatileOf?.(value)))

/** A field as JSON. No text of a JSON response holds the same characters, since a quote in a text is escaped. */
export const fieldJson = (name: string, value: string | number): string => `"${name}":${JSON.stringify(value)}`

const viewsOf = ({ viewCount }: { readonly viewCount: number }): VolatileField => ({
  name: "viewCount",
  value: viewCount
})

/** The count of a post's views while it is held, as `ViewCounter` gives it. */
interface HeldViews {
  readonly increment: () => number
  readonly now: () => number
  readonly release: () => void
}

interface CountedPost {
  readonly value: { readonly viewCount: number }
  readonly hold: () => Option.Option<HeldViews>
}

/** A cached post goes on counting: each response is a view, except for a reader who has been counted. */
export const countedViews = ({ hold, value }: CountedPost): VolatileField => ({
  ...viewsOf(value),
  acquire: () =>
    Option.map(hold(), (counter) => ({
      value: (countsView) => (countsView ? counter.increment() : counter.now()),
      release: () => counter.release()
    }))
})

export const viewsOfList = ({ data }: PostPage): ReadonlyArray<VolatileField> => data.map(viewsOf)

/** The time of the statistics, which a cached response renews. */
export const renewedTime =
  (clock: Clock.Clock) =>
  ({ generatedAt }: Statistics): ReadonlyArray<VolatileField> => {
    const value = () => DateTime.formatIso(DateTime.unsafeMake(clock.unsafeCurrentTimeMillis()))
    const acquire = () => Option.some({ value, release: () => undefined })
    return [{ name: "generatedAt", value: DateTime.formatIso(generatedAt), acquire }]
  }
