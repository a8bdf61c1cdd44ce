import { Effect, Option } from "effect"
import { backFrom } from "./Browser.ts"
import { Act } from "./Form.tsx"
import { useWebRequest, type WebRequest } from "./WebRequest.ts"

interface FollowingProps {
  readonly isFollowing: boolean
  readonly path: string
  /** Where the page has a button for another subject too. */
  readonly labels?: { readonly follow: string; readonly unfollow: string }
}

/** The button that follows the subject of a page, or ends that; a way to sign in for others. */
export const Following = ({ isFollowing, labels, path }: FollowingProps) => {
  const { t, viewer } = useWebRequest()
  const { follow, unfollow } = labels ?? t.reading
  return Option.isNone(viewer) ? (
    <a class="button second" href={`/sign-in?next=${encodeURIComponent(path)}`}>
      {follow}
    </a>
  ) : (
    <Act
      action={`${path}/follow`}
      fields={{ follow: isFollowing ? "no" : "yes" }}
      isSwitch
      label={isFollowing ? unfollow : follow}
    />
  )
}

/** Follows, or ends the follow, as the button says. */
export const changeFollow = <A, E, R>(
  request: WebRequest,
  follow: Effect.Effect<A, E, R>,
  unfollow: Effect.Effect<A, E, R>
) => Effect.as(request.form.values["follow"] === "no" ? unfollow : follow, { location: backFrom(request) })
