import { Effect, Option } from "effect"
import { CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { FollowType } from "../../domain/follows/Follow.ts"
import { maxPageItems } from "../../domain/Page.ts"
import { Follows } from "../../services/follows/Follows.ts"
import { backFrom } from "./Browser.ts"
import { Act } from "./Form.tsx"
import { type PageError, useVisit, type Visit } from "./Visit.ts"

/** True if the reader follows this: their follows are read page by page, the latest first, up to the one that is looked for. */
export const makeIsFollowing = Effect.map(Follows, (follows) => {
  const search = (type: FollowType, id: number, cursor?: string): Effect.Effect<boolean, PageError, CurrentUser> =>
    Effect.flatMap(follows.list({ type, limit: maxPageItems, cursor }), ({ data, pagination: { nextCursor } }) => {
      if (data.some((follow) => follow.id === id)) return Effect.succeed(true)
      return nextCursor === undefined ? Effect.succeed(false) : search(type, id, nextCursor)
    })
  return (type: FollowType, id: number): Effect.Effect<boolean, PageError, Viewer> =>
    Effect.flatMap(
      Viewer,
      Option.match({
        onNone: () => Effect.succeed(false),
        onSome: (user) => Effect.provideService(search(type, id), CurrentUser, user)
      })
    )
})

/** The button that follows the subject of a page, or ends that; a way to sign in for others. */
export const Following = ({ isFollowing, path }: { readonly isFollowing: boolean; readonly path: string }) => {
  const { t, viewer } = useVisit()
  return Option.isNone(viewer) ? (
    <a class="button second" href={`/sign-in?next=${encodeURIComponent(path)}`}>
      {t.reading.follow}
    </a>
  ) : (
    <Act
      action={`${path}/follow`}
      fields={{ follow: isFollowing ? "no" : "yes" }}
      isSwitch
      label={isFollowing ? t.reading.unfollow : t.reading.follow}
    />
  )
}

/** What the button did: follows, or ends that. */
export const changeFollow = <A, E, R>(visit: Visit, follow: Effect.Effect<A, E, R>, unfollow: Effect.Effect<A, E, R>) =>
  Effect.as(visit.form.values["follow"] === "no" ? unfollow : follow, { location: backFrom(visit) })
