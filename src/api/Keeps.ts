import { Context, Option } from "effect"
import { actsAsModerator, isAgentOfStaff, type SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { unloggedAgeMillis } from "../domain/Change.ts"

/** The part of a request that decides on the use of the cache. */
export interface CacheRequest {
  /** The parameter of the path. */
  readonly id: string | undefined
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly caller: Option.Option<SignedInUser>
}

/** Conditions under which responses are cached. Their handler tags them (`withCacheTags`). */
export interface CachePolicy {
  /** The longest delay of changes that invalidate no tag (contract, Records). */
  readonly maxAgeMillis: number
  /** True for requests whose responses are cached; others bypass the cache. Absent where all are cached. */
  readonly cacheableFor?: (request: CacheRequest) => boolean
  /** True for callers who have a response of their own; others share one. Absent where all share one. */
  readonly perUser?: (request: CacheRequest) => boolean
}

/** The policy of an endpoint whose responses are cached. Those of an endpoint without it are not. */
export class Keeps extends Context.Tag("api/Keeps")<Keeps, CachePolicy>() {}

/**
 * Endpoints that show a caller posts which are not for everyone, and what is on them. All others read as a visitor,
 * whoever calls.
 */
export class ShowsPosts extends Context.Tag("api/ShowsPosts")<ShowsPosts, true>() {}

/** Views are written every 400 ms, and lists may show them a second later. */
const viewsAgeMillis = 400

/** The views of other instances show in details within a minute, of which they may take a second to be written. */
const viewsElsewhereAgeMillis = 50_000

/** The number of active members may be a minute old. `services/Statistics.ts` caches it for half a minute. */
const activityAgeMillis = 30_000

/** The policies of responses that all callers share. */
export const sharedUntilChanged: CachePolicy = { maxAgeMillis: unloggedAgeMillis }
export const sharedWithListedViews: CachePolicy = { maxAgeMillis: viewsAgeMillis }
/** A cached post counts the views of this instance itself. */
export const sharedWithViews: CachePolicy = { maxAgeMillis: viewsElsewhereAgeMillis }
export const sharedWithActivity: CachePolicy = { maxAgeMillis: activityAgeMillis }

const isSignedIn = ({ caller }: CacheRequest) => Option.isSome(caller)

/** Each member has a response of their own: it says `liked`, or is about them. */
export const ownUntilChanged: CachePolicy = { ...sharedUntilChanged, perUser: isSignedIn }
export const ownWithViews: CachePolicy = { ...sharedWithViews, perUser: isSignedIn }

/** An API key may be refused an audience. */
export const postLists: CachePolicy = {
  ...sharedWithListedViews,
  cacheableFor: ({ query }) => query["audience"] === undefined
}

/** An agent's key does not see all notifications of a moderator. */
export const inboxes: CachePolicy = {
  ...ownUntilChanged,
  cacheableFor: ({ caller }) => !Option.exists(caller, isAgentOfStaff)
}

/** Only admins may search members, and suspensions show to moderators. */
export const memberLists: CachePolicy = {
  ...sharedUntilChanged,
  cacheableFor: ({ query }) => (query["search"] ?? "") === "",
  perUser: ({ caller }) => Option.exists(caller, actsAsModerator)
}

/** Moderators, admins and the member themselves see more of a member than all others do. */
export const memberDetails: CachePolicy = {
  ...sharedUntilChanged,
  perUser: ({ caller, id }) => Option.exists(caller, (user) => actsAsModerator(user) || String(user.id) === id)
}
