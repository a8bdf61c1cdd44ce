import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { newsFeeds, newsPollMinutes } from "../../Config.ts"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { feedsDue } from "../../domain/Change.ts"
import { FeedNotFound, type FeedStatus } from "../../domain/news/Feed.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { FeedsRepo } from "../../ports/news/FeedsRepo.ts"
import { admin, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

/** The state of the operator's feeds, for admins. `NewsFeeds.ts` polls them. */
export class Feeds extends Context.Tag("services/news/Feeds")<
  Feeds,
  {
    /** The feeds in the operator's order; none where none is polled. Fails with `NotAllowed`. */
    readonly list: Call<ReadonlyArray<FeedStatus>, NotAllowed, CurrentUser>

    /**
     * Has a feed polled now, a failing or gone one too: by any instance, in the background; `list` has the result a
     * moment later. Fails with `NotAllowed`, then with `FeedNotFound`.
     */
    readonly pollNow: (number: number) => Call<void, NotAllowed | FeedNotFound, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Feeds, withSpans("Feeds", Effect.gen(make)))
}

/** The name of a feed in the database: its URL without user, password and fragment. */
export const feedName = (url: Redacted.Redacted): string =>
  Object.assign(new URL(Redacted.value(url)), { username: "", password: "", hash: "" }).href

/** The name of a feed that admins and the log see, without the query, which may hold a secret. */
export const shownName = (name: string): string => {
  const { host, pathname, protocol } = new URL(name)
  return `${protocol}//${host}${pathname}`
}

/** The feeds that are polled, by their names. */
export const polledFeeds = Effect.map(
  Effect.all([newsFeeds, newsPollMinutes]),
  ([urls, minutes]): ReadonlyMap<string, Redacted.Redacted> =>
    new Map(minutes === 0 ? [] : urls.map((url) => [feedName(url), url]))
)

function* make() {
  const names = Array.from((yield* polledFeeds).keys())
  const repo = yield* FeedsRepo
  const { changes, write } = yield* writing

  const list = Effect.gen(function* () {
    yield* require(admin("readFeeds"))
    const known = new Map((yield* repo.histories(names)).map((feed) => [feed.url, feed]))
    return names.map((name, index): FeedStatus => {
      const feed = known.get(name)
      return {
        number: index + 1,
        name: shownName(name),
        succeededAt: feed?.succeededAt ?? Option.none(),
        failedAt: feed?.failedAt ?? Option.none(),
        failures: feed?.failures ?? 0,
        lastError: feed?.lastError ?? Option.none(),
        nextPollAt: feed === undefined || feed.isGone ? Option.none() : Option.some(feed.nextPollAt)
      }
    })
  })

  const pollNow = Effect.fnUntraced(function* (number: number) {
    yield* require(admin("readFeeds"))
    const name = yield* Effect.mapError(Effect.fromNullable(names[number - 1]), () => new FeedNotFound({ number }))
    yield* repo.makeDue(name, yield* DateTime.now)
    yield* changes.append([feedsDue])
  }, write)

  return { list, pollNow }
}
