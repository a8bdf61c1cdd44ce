import { HttpServerResponse } from "@effect/platform"
import { DateTime, Effect, Option } from "effect"
import { siteOrigin } from "../../../Config.ts"
import { actsAsAdmin, actsAsModerator, CurrentUser, type SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { daysUntil } from "../../../domain/accounts/StaffFactor.ts"
import type { Notice } from "../../../domain/CommunitySettings.ts"
import { unknownLanguage } from "../../../domain/Language.ts"
import { waitingFor } from "../../../domain/moderation/Case.ts"
import { PostReader, readerOf } from "../../../domain/posts/Audience.ts"
import { CommunitySettings } from "../../../services/CommunitySettings.ts"
import { detectLanguage } from "../../../services/DetectLanguage.ts"
import { Reports } from "../../../services/moderation/Reports.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { Tagged } from "../../wire/Tagged.ts"
import { Brand } from "../Brand.ts"
import { documentOf } from "../Layout.tsx"
import type { View, WebRequest } from "../WebRequest.ts"

/** Tells the language of a notice, which is looked for once, not for each page. */
const makeInLanguage = Effect.map(
  Effect.cachedFunction((text: string) => detectLanguage(text)),
  (languageOf) =>
    ({ text }: Notice) =>
      Effect.map(languageOf(text), (language = unknownLanguage) => ({ text, language }))
)

/** A number as the reader may know it; 0 where it cannot be read at the moment. */
const countedFor = <E>(user: SignedInUser, count: Effect.Effect<number, E, CurrentUser>) =>
  count.pipe(
    Effect.provideService(CurrentUser, user),
    Effect.provideService(PostReader, readerOf(Option.some(user))),
    Effect.orElseSucceed(() => 0)
  )

/** Makes the HTML of views, with the notice and the reader's counts that every page shows. */
export const makeShow = Effect.gen(function* () {
  const notifications = yield* Notifications
  const reports = yield* Reports
  const community = yield* CommunitySettings
  const inLanguage = yield* makeInLanguage
  const site = { ...(yield* Brand), origin: yield* siteOrigin }

  const unreadOf = (user: SignedInUser) => countedFor(user, notifications.unreadCount)

  const waitingOf = (user: SignedInUser) =>
    actsAsModerator(user)
      ? countedFor(
          user,
          Effect.map(reports.waiting, (queue) => waitingFor(actsAsAdmin(user), queue))
        )
      : Effect.succeed(0)

  /** The notice; none where the database cannot be read, which a page says by itself. */
  const notice = Effect.flatMap(
    Effect.orElseSucceed(community.notice, () => Option.none<Notice>()),
    Effect.transposeMapOption(inLanguage)
  )

  /** The HTML of a view, for its reader. */
  const show = Effect.fnUntraced(function* (webRequest: WebRequest, view: View) {
    const { viewer } = webRequest
    const [unread, waiting] = Option.isSome(viewer)
      ? [yield* unreadOf(viewer.value), yield* waitingOf(viewer.value)]
      : [0, 0]
    const now = yield* DateTime.now
    const due = Option.flatMapNullable(viewer, ({ factorDue }) => factorDue)
    const factorDays = Option.getOrUndefined(Option.map(due, (it) => daysUntil(it, now)))
    const html = documentOf({ ...webRequest, unread, waiting, factorDays, notice: yield* notice }, view, site)
    const response = HttpServerResponse.raw(html, {
      status: view.status ?? 200,
      contentType: "text/html; charset=utf-8",
      contentLength: Buffer.byteLength(html)
    })
    const { tags = [], volatile } = view
    return new Tagged(response, tags.length === 0 ? [] : [...tags, "community"], volatile)
  })

  return { show, site }
})
