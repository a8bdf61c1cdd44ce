import { Option } from "effect"
import type { CommunityApi } from "../../api/CommunityApi.ts"
import { actsAsModerator, isAgentOfStaff, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { unloggedAgeMillis } from "../../domain/Change.ts"
import type { Query } from "../wire/RequestTarget.ts"

/** The part of a request that decides on the use of the cache. */
export interface CacheRequest {
  /** The parameter of the path. */
  readonly id: string | undefined
  readonly query: Query
  readonly caller: Option.Option<SignedInUser>
}

/** Conditions under which the responses of an endpoint are cached. Its handler tags them (`withCacheTags`). */
export interface CachePolicy {
  /** The longest delay of changes that invalidate no tag (contract, Records). */
  readonly maxAgeMillis: number
  /** True for requests whose responses are cached; others bypass the cache. Absent where all are cached. */
  readonly cacheableFor?: (request: CacheRequest) => boolean
  /** True for callers who have a response of their own; others share one. Absent where all share one. */
  readonly perUser?: (request: CacheRequest) => boolean
}

type ReadNames<Endpoint> = Endpoint extends { readonly name: infer Name extends string; readonly method: "GET" }
  ? Name
  : never

type ReadsOf<Group> = Group extends { readonly identifier: infer Name extends string; readonly endpoints: infer All }
  ? `${Name}.${ReadNames<All[keyof All]>}`
  : never

/** The name of each endpoint that is read by GET. */
export type ReadEndpoint = ReadsOf<(typeof CommunityApi.groups)[string]>

/** Moderators, admins and the member themselves see more of a member than all others do. */
const isModeratorOrSelf = ({ caller, id }: CacheRequest) =>
  Option.exists(caller, (user) => actsAsModerator(user) || String(user.id) === id)

/** Suspensions show to moderators. */
const isModerator = ({ caller }: CacheRequest) => Option.exists(caller, actsAsModerator)

const isSignedIn = ({ caller }: CacheRequest) => Option.isSome(caller)

/** It does not see all notifications of its member. */
const isNoAgentOfStaff = ({ caller }: CacheRequest) => !Option.exists(caller, isAgentOfStaff)

/** Only admins may search members. */
const isUnsearched = ({ query }: CacheRequest) => (query["search"] ?? "") === ""

/** An API key may be refused an audience. */
const hasNoAudience = ({ query }: CacheRequest) => query["audience"] === undefined

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

/** The reads that show a caller posts which are not for everyone, and what is on them. All others read as a visitor. */
export const readsOfPosts: ReadonlySet<string> = new Set<ReadEndpoint>([
  "posts.list",
  "posts.get",
  "posts.revisions",
  "posts.translation",
  "comments.list",
  "comments.get",
  "comments.revisions",
  "comments.translation",
  "likes.get",
  "notifications.list",
  "notificationsStream.open",
  "follows.list",
  "reports.list",
  "reports.get",
  "decisions.list",
  "decisions.get",
  "audit.list",
  "users.export",
  "mcp.open"
])

/** The policy of each endpoint that is read by GET. */
export const cachePolicies: { readonly [Name in ReadEndpoint]: CachePolicy | "uncached" } = {
  "auth.listApiKeys": "uncached",
  "auth.listSessions": "uncached",
  "factors.listPasskeys": "uncached",
  "factors.getPasskey": "uncached",
  "factors.secondFactor": "uncached",
  "posts.list": { ...sharedWithListedViews, cacheableFor: hasNoAudience },
  "posts.get": { ...sharedWithViews, perUser: isSignedIn }, // `liked`
  "posts.revisions": "uncached",
  "comments.revisions": "uncached",
  "posts.translation": "uncached",
  "comments.translation": "uncached",
  "comments.list": { ...sharedUntilChanged, perUser: isSignedIn }, // `liked`
  "comments.get": { ...sharedUntilChanged, perUser: isSignedIn }, // `liked`
  "likes.get": "uncached",
  "news.list": sharedUntilChanged,
  "news.get": sharedUntilChanged,
  "news.listFeeds": "uncached",
  "diseases.list": sharedUntilChanged,
  "diseases.get": sharedUntilChanged,
  "phenotypes.list": sharedUntilChanged,
  "phenotypes.get": sharedUntilChanged,
  "users.list": { ...sharedUntilChanged, cacheableFor: isUnsearched, perUser: isModerator },
  "users.me": { ...sharedUntilChanged, perUser: isSignedIn },
  "users.get": { ...sharedUntilChanged, perUser: isModeratorOrSelf },
  "users.listBlocks": "uncached",
  "users.export": "uncached",
  "reports.list": "uncached",
  "reports.get": "uncached",
  "moderation.queue": "uncached",
  "moderation.health": "uncached",
  "decisions.list": "uncached",
  "decisions.get": "uncached",
  "audit.list": "uncached",
  "community.get": "uncached",
  "verificationRequests.list": "uncached",
  "invitations.list": "uncached",
  "push.state": "uncached",
  "webhooks.list": "uncached",
  "follows.list": "uncached",
  "settings.get": "uncached",
  "notifications.list": { ...sharedUntilChanged, cacheableFor: isNoAgentOfStaff, perUser: isSignedIn },
  "notificationsStream.open": "uncached",
  "statistics.get": sharedWithActivity,
  "feeds.posts": sharedUntilChanged,
  "feeds.comments": sharedUntilChanged,
  "feeds.news": sharedUntilChanged,
  "mcp.open": "uncached",
  "operation.health": "uncached",
  "operation.ready": "uncached",
  "operation.metrics": "uncached",
  "operation.document": "uncached",
  "operation.docs": "uncached",
  "discovery.index": "uncached",
  "discovery.catalog": "uncached",
  "discovery.serverCard": "uncached",
  "discovery.llms": "uncached",
  "discovery.skill": "uncached"
}
