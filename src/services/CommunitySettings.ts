import { Context, DateTime, Effect, Layer, Option, Struct } from "effect"
import { registration, reviewFirstPosts } from "../Config.ts"
import { makeKept } from "../concurrency/Kept.ts"
import type { ClientAddress, CurrentUser, NotAllowed } from "../domain/accounts/CurrentUser.ts"
import { hasProof } from "../domain/accounts/StepUp.ts"
import { UntilPassed } from "../domain/accounts/Suspension.ts"
import { communityChanged, unloggedAgeMillis } from "../domain/Change.ts"
import {
  AudiencesInUse,
  type CommunitySettingsChange,
  faceNames,
  isShown,
  type Notice,
  type CommunitySettings as SettingsOf,
  usualAudiences
} from "../domain/CommunitySettings.ts"
import { isBlank } from "../domain/Text.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { CommunitySettingsRepo, type StoredSettings } from "../ports/CommunitySettingsRepo.ts"
import { PostsRepo } from "../ports/posts/PostsRepo.ts"
import { admin, require } from "./accounts/Policy.ts"
import { type StepFailures, StepUp } from "./accounts/StepUp.ts"
import { Changes } from "./Changes.ts"
import { withSpans } from "./Spans.ts"
import { writing } from "./Writing.ts"

/** The settings of the whole community (contract, Steering by members and admins). */
export class CommunitySettings extends Context.Tag("services/CommunitySettings")<
  CommunitySettings,
  {
    /** The settings in force: what admins have set, else `REGISTRATION` and `REVIEW_FIRST_POSTS`. */
    readonly present: StorageEffect<SettingsOf>

    /** The notice that is shown on all pages now. */
    readonly notice: StorageEffect<Option.Option<Notice>>

    /** The settings in force, for admins, even a notice whose time is over. Fails with `NotAllowed`. */
    readonly get: StorageEffect<SettingsOf, NotAllowed, CurrentUser>

    /**
     * Changes settings, as an admin: at once on this instance, on others within a second or two. An entry of the audit
     * log. Fails with `NotAllowed`; as `StepUp.demandCounted` where it changes `audiences` or `agentsReadMembers`;
     * with `UntilPassed` for a notice whose time is over; and with `AudiencesInUse`.
     */
    readonly change: (
      change: CommunitySettingsChange
    ) => StorageEffect<SettingsOf, StepFailures | UntilPassed | AudiencesInUse, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.scoped(CommunitySettings, withSpans("CommunitySettings", Effect.gen(make)))
}

const inWords = Option.match({
  onNone: () => "none",
  onSome: ({ text, until }: Notice) =>
    `“${text}”${Option.isNone(until) ? "" : ` until ${DateTime.formatIso(until.value)}`}`
})

/** Such as `registration from open to closed`. */
const differenceOf = (before: SettingsOf, after: SettingsOf): ReadonlyArray<string> => {
  const [from, to] = [before, after].map(({ notice, ...settings }) => ({ ...settings, notice: inWords(notice) }))
  const names = [
    "registration",
    "reviewFirstPosts",
    "audiences",
    "defaultAudience",
    "agentsReadMembers",
    "notice"
  ] as const
  return names.flatMap((name) => (from?.[name] === to?.[name] ? [] : [`${name} from ${from?.[name]} to ${to?.[name]}`]))
}

/** The stored settings after a change. */
const changed =
  ({ notice, ...sent }: CommunitySettingsChange) =>
  (stored: StoredSettings): StoredSettings => {
    const { notice: old, ...kept } = stored
    const shown = Option.match(notice, {
      onNone: () => old,
      onSome: (given) => (isBlank(given.text) ? undefined : given)
    })
    return {
      ...kept,
      ...(Option.isSome(sent.registration) ? { registration: sent.registration.value } : {}),
      ...(Option.isSome(sent.reviewFirstPosts) ? { reviewFirstPosts: sent.reviewFirstPosts.value } : {}),
      ...(Option.isSome(sent.audiences) ? { audiences: sent.audiences.value } : {}),
      ...(Option.isSome(sent.defaultAudience) ? { defaultAudience: sent.defaultAudience.value } : {}),
      ...(Option.isSome(sent.agentsReadMembers) ? { agentsReadMembers: sent.agentsReadMembers.value } : {}),
      ...(shown === undefined ? {} : { notice: shown })
    }
  }

/** Makes the reading of settings that are kept until they change. */
export const makePresent = <A>(read: StorageEffect<A>) =>
  Effect.gen(function* () {
    const { subscribeAll } = yield* Changes
    const kept = makeKept(read, unloggedAgeMillis)
    yield* subscribeAll(({ kind }) => {
      if (kind === "community" || kind === "restart") kept.forget()
    })
    return kept.value
  })

function* make() {
  const repo = yield* CommunitySettingsRepo
  const { audit, changes, users, write } = yield* writing
  const posts = yield* PostsRepo
  const { demandCounted } = yield* StepUp
  const variables = { ...usualAudiences, registration: yield* registration, reviewFirstPosts: yield* reviewFirstPosts }
  const withVariables = ({ notice, ...stored }: StoredSettings): SettingsOf => ({
    ...variables,
    ...Struct.omit(stored, ...faceNames, "newsFeeds"),
    notice: Option.fromNullable(notice)
  })
  const read = Effect.map(repo.stored, withVariables)
  const present = yield* makePresent(read)
  const notice = Effect.zipWith(present, DateTime.now, ({ notice }, now) =>
    Option.filter(notice, (given) => isShown(given, now))
  )

  /** Who reads what is decided by a person: `audiences` and `agentsReadMembers` are turned on and off with a proof. */
  const requireProof = Effect.fnUntraced(function* (sent: CommunitySettingsChange) {
    const caller = yield* require(admin("setCommunity"))
    const before = yield* read
    const isTurned = (name: "audiences" | "agentsReadMembers") => Option.exists(sent[name], (on) => on !== before[name])
    if (hasProof(sent) || isTurned("audiences") || isTurned("agentsReadMembers")) yield* demandCounted(caller, sent)
  })

  const update = Effect.fnUntraced(function* (sent: CommunitySettingsChange) {
    const { id } = yield* require(admin("setCommunity"))
    const now = yield* DateTime.now
    if (Option.exists(sent.notice, (given) => !isBlank(given.text) && !isShown(given, now))) {
      return yield* new UntilPassed()
    }
    const stored = yield* repo.update(changed(sent))
    if (Option.contains(sent.audiences, false) && (yield* posts.restrictedExists)) return yield* new AudiencesInUse()
    const [before, after] = [withVariables(stored.before), withVariables(stored.after)]
    const difference = differenceOf(before, after)
    if (difference.length > 0) {
      yield* changes.append([communityChanged])
      yield* audit.record({ action: "community_changed", actorId: id, userId: id, detail: difference.join(", ") })
    }
    yield* users.touch(id, now)
    return after
  }, write)

  const change = (sent: CommunitySettingsChange) => Effect.zipRight(requireProof(sent), update(sent))

  return { present, notice, get: Effect.zipRight(require(admin("setCommunity")), read), change }
}
