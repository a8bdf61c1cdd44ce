import { Effect, Option } from "effect"
import { backFrom } from "./Browser.ts"
import { Act } from "./Form.tsx"
import { useWebRequest, type WebRequest } from "./WebRequest.ts"

/** The button that follows the subject of a page, or ends that; a way to sign in for others. */
export const Following = ({ isFollowing, path }: { readonly isFollowing: boolean; readonly path: string }) => {
  const { t, viewer } = useWebRequest()
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
export const changeFollow = <A, E, R>(
  request: WebRequest,
  follow: Effect.Effect<A, E, R>,
  unfollow: Effect.Effect<A, E, R>
) => Effect.as(request.form.values["follow"] === "no" ? unfollow : follow, { location: backFrom(request) })
