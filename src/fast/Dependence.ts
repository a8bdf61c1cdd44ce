import { Option } from "effect"
import type { Change } from "../domain/Change.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import type { Plain } from "./Requests.ts"

/**
 * What an answer was made of, as the change log speaks of it. An answer is made of several of these, and a change ends
 * the answers that are made of one of its own.
 */
export type Ground =
  /** Which posts there are, and how they are filed. */
  | "posts"
  /** The order of posts by their replies. */
  | "replies"
  /** The words of posts and comments. */
  | "words"
  /** What the members are called, and what they are. */
  | "members"
  | "news"
  | "catalogue"
  /** How many there are of everything. */
  | "counts"
  /** One post, with its comments and its counts. */
  | `post ${number}`
  /** One member, and how much they wrote. */
  | `member ${number}`
  /** What one member is notified of. */
  | `inbox ${number}`

/** What a change ends. */
export const endedBy = ({ id, kind, userId }: Change): ReadonlyArray<Ground> => {
  switch (kind) {
    case "post": // of an author where there is one more or one less
      return [`post ${id}`, "posts", "words", "counts", ...(userId === null ? [] : [`member ${userId}` as const])]
    case "comment":
      return [`post ${id}`, "replies", "words", "counts"]
    case "like":
      return [`post ${id}`, "counts"]
    case "user":
      return [`member ${id}`, "members", "counts"]
    case "notification":
    case "notifications_read":
    case "notifications_removed":
      return userId === null ? [] : [`inbox ${userId}`]
    case "news":
      return ["news", "counts"]
    case "catalogue":
      return ["catalogue", "counts"]
    default:
      return []
  }
}

/** The posts that an answer shows: an `id` begins each of them, before its title. */
const shown = /\{"id":(\d+),"title":/g

const postsIn = (body: string): ReadonlyArray<Ground> =>
  Array.from(body.matchAll(shown), ([, id]): Ground => `post ${Number(id)}`)

/** What was asked for, and by whom. */
export interface Asked extends Pick<Plain, "id" | "query"> {
  readonly caller: Option.Option<SignedInUser>
}

/** How an answer of an endpoint is kept. */
export interface Keeping {
  /** What it is made of, where `query` asked for it and `body` is what it says. */
  readonly grounds: (asked: Asked, body: string) => ReadonlyArray<Ground>
  /** How old it may be, in milliseconds: what it shows beside its grounds may follow so much later (contract, Records). */
  readonly millis: number
  /** Whether it is worth its memory only when it is asked for again: there are many, and most are read seldom. */
  readonly isMany?: true
  /** Those to whom it is the same; everybody where nothing is said. */
  readonly isFor?: (asked: Asked) => boolean
  /** Whether it is another one for each caller, and kept for each. */
  readonly isOwn?: true
}

/** Who sees of another member what all see: an admin, and oneself, see more. */
const isAnother = ({ caller, id }: Asked) =>
  Option.exists(caller, (user) => user.role !== "admin" && String(user.id) !== id)

/** A search of members is for admins alone, and so never answered before it is known who asks. */
const isUnsearched = ({ query }: Asked) => !query.get("search")

/** Views are written every 400 ms, and may be shown a second later. */
const viewsFollowMillis = 400

/** Who was active may be a minute old, and is counted anew after half of one (`services/Statistics.ts`). */
const activityMillis = 30_000

/** What was changed by hand in the database, which tells no change, shows after this. */
const untoldMillis = 60_000

const listed = ({ query }: Asked, body: string): ReadonlyArray<Ground> => [
  "posts",
  "members",
  "catalogue",
  ...(query.get("search") ? (["words"] as const) : []),
  ...(query.get("sort") === "replies" ? (["replies"] as const) : []),
  ...postsIn(body)
]

const post = ({ id }: Asked): ReadonlyArray<Ground> => [`post ${Number(id)}`, "members", "catalogue"]

/** The posts that notifications name by their titles. */
const named = /"post":\{"id":(\d+),/g

const inbox = ({ caller }: Asked, body: string): ReadonlyArray<Ground> => [
  "members",
  ...Option.match(caller, { onNone: () => [], onSome: ({ id }) => [`inbox ${id}`, `member ${id}`] as const }),
  ...Array.from(body.matchAll(named), ([, id]): Ground => `post ${Number(id)}`)
]

const self = ({ caller }: Asked): ReadonlyArray<Ground> =>
  Option.match(caller, { onNone: () => [], onSome: ({ id }) => [`member ${id}`, "catalogue"] as const })

/** The endpoints whose answer is the same whoever asks, and what it is made of. */
export const keepings: Readonly<Record<string, Keeping>> = {
  "posts.list": { grounds: listed, millis: viewsFollowMillis },
  "posts.get": { grounds: post, millis: viewsFollowMillis, isMany: true, isFor: ({ caller }) => Option.isNone(caller) },
  "comments.list": { grounds: post, millis: untoldMillis, isMany: true },
  "news.list": { grounds: () => ["news", "catalogue"], millis: untoldMillis },
  "news.get": { grounds: () => ["news", "catalogue"], millis: untoldMillis },
  // They tell how many posts are filed under them.
  "diseases.list": { grounds: () => ["catalogue", "posts"], millis: untoldMillis },
  "diseases.get": { grounds: () => ["catalogue", "posts"], millis: untoldMillis },
  "users.list": { grounds: () => ["members"], millis: untoldMillis, isFor: isUnsearched },
  "users.me": { grounds: self, millis: untoldMillis, isOwn: true },
  "users.get": { grounds: ({ id }) => [`member ${Number(id)}`, "catalogue"], millis: untoldMillis, isFor: isAnother },
  // About one's own posts, so a post that is removed takes its own along.
  "notifications.list": { grounds: inbox, millis: untoldMillis, isOwn: true },
  "statistics.get": { grounds: () => ["counts"], millis: activityMillis }
}
