import type { SignedInUser } from "./CurrentUser.ts"
import type { UserId } from "./Ids.ts"

/** What can change. */
export const changeKinds = [
  "post",
  "comment",
  "like",
  "notification",
  "notifications_read",
  "notifications_removed",
  "user",
  "session",
  "api_key",
  "news",
  "catalogue"
] as const

/**
 * One thing that changed: what it is, which one, and whom it concerns where it concerns one member. The id is that of
 * the post for `post`, `comment` and `like` (something about this post), of the row that was made or ended for the
 * others, and 0 for `notifications_read` when all of them were marked. `notifications_removed` tells a member that theirs
 * about the post of that id are gone, since the post was deleted. A `post` names its author when it comes or goes,
 * whose other records change with it. `news` and `catalogue` (id 0, of nobody) say that anything of the news, or of the
 * diseases and whatever names them, may have changed.
 */
export interface Change {
  readonly kind: (typeof changeKinds)[number]
  readonly id: number
  readonly userId: UserId | null
}

/** Anything of the news may have changed. */
export const newsChanged: Change = { kind: "news", id: 0, userId: null }

/** Anything of the catalogue of diseases may have changed. */
export const catalogueChanged: Change = { kind: "catalogue", id: 0, userId: null }

/** A change with its place in the log. */
export interface PlacedChange extends Change {
  readonly place: number
}

/** Places of the log: those after the first number, up to and with the second. */
export interface PlaceRange {
  readonly after: number
  readonly until: number
}

/** How a change ends a credential; nothing where it ends another one, or none. */
export const endingOf = (
  { id, kind }: Change,
  credential: SignedInUser["credential"]
): "logout" | "revoked" | undefined => {
  if (id !== credential.id) return undefined
  if (kind === "session" && credential.kind === "session") return "logout"
  return kind === "api_key" && credential.kind === "apiKey" ? "revoked" : undefined
}
