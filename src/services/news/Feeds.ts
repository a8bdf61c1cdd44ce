import { Config, Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { allowedHosts, isLoopback, newsFeeds, newsPollMinutes, port, publicUrl } from "../../Config.ts"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { communityChanged, feedsDue } from "../../domain/Change.ts"
import { FeedId, maxId, type UserId } from "../../domain/Ids.ts"
import { FeedNotFound, maxFeeds, type NewFeed, type NewsFeed, OwnFeed, TooManyFeeds } from "../../domain/news/Feed.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CommunitySettingsRepo, type StoredSettings } from "../../ports/CommunitySettingsRepo.ts"
import { type FeedHistory, FeedsRepo } from "../../ports/news/FeedsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { admin, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"

/** The feeds that news comes from, for admins. `NewsFeeds.ts` polls them. */
export class Feeds extends Context.Tag("services/news/Feeds")<
  Feeds,
  {
    /** False where no feed is polled (`NEWS_POLL_MINUTES=0`). */
    readonly arePolled: boolean

    /** The feeds in their order: those that admins have left and added, else `NEWS_FEEDS`. Fails with `NotAllowed`. */
    readonly list: StorageEffect<ReadonlyArray<NewsFeed>, NotAllowed, CurrentUser>

    /**
     * Adds a feed, which any instance polls soon; one that is there already stays as it is. An entry of the audit log.
     * Fails with `NotAllowed`, then with `OwnFeed` for one of this site, then with `TooManyFeeds` at `maxFeeds`.
     */
    readonly add: (feed: NewFeed) => StorageEffect<NewsFeed, NotAllowed | OwnFeed | TooManyFeeds, CurrentUser>

    /**
     * Removes a feed, which is polled no more; its news stays. An entry of the audit log. Fails with `NotAllowed`, then
     * with `FeedNotFound`.
     */
    readonly remove: (
      id: FeedId
    ) => StorageEffect<{ readonly deleted: true; readonly id: FeedId }, Refused, CurrentUser>

    /**
     * Has a feed polled now, a failing or gone one too: by any instance, in the background; `list` has the result a
     * moment later. Fails with `NotAllowed`, then with `FeedNotFound`.
     */
    readonly pollNow: (id: FeedId) => StorageEffect<void, Refused, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Feeds, withSpans("Feeds", Effect.gen(make)))
}

type Refused = NotAllowed | FeedNotFound

/** The name of a feed in the database: its URL without user, password and fragment. */
export const feedName = (url: Redacted.Redacted): string =>
  Object.assign(new URL(Redacted.value(url)), { username: "", password: "", hash: "" }).href

/** The name of a feed that admins and the log see, without the query, which may hold a secret. */
export const shownName = (name: string): string => {
  const { host, pathname, protocol } = new URL(name)
  return `${protocol}//${host}${pathname}`
}

/** Tells addresses of this site, by any name that it answers under: news that leads there is no news here. */
export const isOwnAddress = Config.map(Config.all([publicUrl, port, allowedHosts]), ([site, ownPort, named]) => {
  const names: ReadonlyArray<string> = named
  const own = new URL(site).host
  return (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const { host, hostname, port } = new URL(url)
    return host === own || names.includes(hostname) || (isLoopback(hostname) && port === String(ownPort))
  }
})

/** The id of a feed, made of the digest of its name. */
export const feedIdOf =
  ({ digest }: Secrets["Type"]) =>
  (name: string): FeedId =>
    FeedId.make(1 + (Number(`0x${digest(name).slice(0, 12)}`) % maxId))

/** Reads the feeds by their names. A feed of `NEWS_FEEDS` has its user and password from there. */
export const feedNames = Effect.map(newsFeeds, (urls) => {
  const ofVariable = new Map(urls.map((url) => [feedName(url), url]))
  return {
    /** The names of the present feeds. */
    namesOf: ({ newsFeeds }: StoredSettings): ReadonlyArray<string> => newsFeeds ?? Array.from(ofVariable.keys()),
    urlOf: (name: string): Redacted.Redacted => ofVariable.get(name) ?? Redacted.make(name),
    /** The name that admins see: a URL that an admin typed in full, and one of the operator without its secrets. */
    shownOf: (name: string): string => (ofVariable.has(name) ? shownName(name) : name)
  }
})

/** Changes the list, notes that and wakes the polls of all instances; it gives the new list. */
const listChange = Effect.gen(function* () {
  const { namesOf } = yield* feedNames
  const settings = yield* CommunitySettingsRepo
  const { audit, changes, users } = yield* writing

  return Effect.fnUntraced(function* (
    actorId: UserId,
    detail: string,
    change: (names: ReadonlyArray<string>) => ReadonlyArray<string>
  ) {
    const { after, before } = yield* settings.update((stored) => {
      const names = namesOf(stored)
      const changed = change(names)
      return changed.length === names.length ? stored : { ...stored, newsFeeds: changed }
    })
    if (namesOf(after).length !== namesOf(before).length) {
      yield* changes.append([communityChanged, feedsDue])
      yield* audit.record({ action: "community_changed", actorId, userId: actorId, detail })
    }
    yield* users.touch(actorId, yield* DateTime.now)
    return namesOf(after)
  })
})

function* make() {
  const { namesOf, shownOf } = yield* feedNames
  const arePolled = (yield* newsPollMinutes) > 0
  const isOwn = yield* isOwnAddress
  const repo = yield* FeedsRepo
  const settings = yield* CommunitySettingsRepo
  const idOf = feedIdOf(yield* Secrets)
  const { changes, write } = yield* writing
  const setNames = yield* listChange

  const nameOf = (names: ReadonlyArray<string>, id: FeedId) =>
    Effect.mapError(Effect.fromNullable(names.find((name) => idOf(name) === id)), () => new FeedNotFound({ id }))

  const feedOf = (name: string, feed?: FeedHistory): NewsFeed => ({
    id: idOf(name),
    url: shownOf(name),
    succeededAt: feed?.succeededAt ?? Option.none(),
    failedAt: feed?.failedAt ?? Option.none(),
    failures: feed?.failures ?? 0,
    lastError: feed?.lastError ?? Option.none(),
    nextPollAt: feed === undefined || feed.isGone || !arePolled ? Option.none() : Option.some(feed.nextPollAt)
  })

  const list = Effect.gen(function* () {
    yield* require(admin("setFeeds"))
    const names = namesOf(yield* settings.stored)
    const known = new Map((yield* repo.histories(names)).map((feed) => [feed.url, feed]))
    return names.map((name) => feedOf(name, known.get(name)))
  })

  const add = Effect.fnUntraced(function* ({ url }: NewFeed) {
    const { id } = yield* require(admin("setFeeds"))
    const name = feedName(Redacted.make(url))
    if (isOwn(name)) return yield* new OwnFeed()
    const names = yield* setNames(id, `news feed added: ${shownOf(name)}`, (names) =>
      names.includes(name) ? names : [...names, name]
    )
    if (names.length > maxFeeds && names.at(-1) === name) return yield* new TooManyFeeds()
    const [known] = yield* repo.histories([name])
    return feedOf(name, known)
  }, write)

  const remove = Effect.fnUntraced(function* (id: FeedId) {
    const { id: actorId } = yield* require(admin("setFeeds"))
    const name = yield* nameOf(namesOf(yield* settings.stored), id)
    const names = yield* setNames(actorId, `news feed removed: ${shownOf(name)}`, (names) =>
      names.filter((other) => other !== name)
    )
    yield* repo.keepOnly(names)
    return { deleted: true, id } as const
  }, write)

  const pollNow = Effect.fnUntraced(function* (id: FeedId) {
    yield* require(admin("setFeeds"))
    const name = yield* nameOf(namesOf(yield* settings.stored), id)
    yield* repo.makeDue(name, yield* DateTime.now)
    yield* changes.append([feedsDue])
  }, write)

  return { arePolled, list, add, remove, pollNow }
}
