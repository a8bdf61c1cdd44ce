import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, type NotAllowed, type NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserDetail } from "../../domain/accounts/User.ts"
import {
  type NewVerificationRequest,
  type VerificationAnswer,
  type VerificationRefusal,
  type VerificationRequest,
  VerificationRequestChanged,
  VerificationRequestNotFound,
  type VerificationRequestPage,
  type VerificationRequestRemoved,
  type VerificationRequestState
} from "../../domain/accounts/VerificationRequest.ts"
import { notificationsAdded } from "../../domain/Change.ts"
import type { UserId, VerificationRequestId } from "../../domain/Ids.ts"
import { verificationRequestList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { VerificationRequestsRepo } from "../../ports/accounts/VerificationRequestsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import type { AuditLog } from "./AuditLog.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { admin, person, require } from "./Policy.ts"

/** Requests of members to be verified (contract, Steering by members and admins). `Users.verify` answers them too. */
export class VerificationRequests extends Context.Tag("services/accounts/VerificationRequests")<
  VerificationRequests,
  {
    /**
     * Asks as the caller, or replaces the words of the request that is open. Fails with `NotAllowed` for an agent's
     * key, with `LeakFound`, and with `NotSignedIn` for a caller who has just left.
     */
    readonly put: (
      request: NewVerificationRequest
    ) => StorageEffect<VerificationRequest, NotAllowed | LeakFound | NotSignedIn, CurrentUser>

    /** Withdraws the caller's request; nothing changes where there is none. Fails likewise for an agent's key. */
    readonly withdraw: StorageEffect<VerificationRequestState, NotAllowed, CurrentUser>

    /** The caller's open request. */
    readonly own: StorageEffect<Option.Option<VerificationRequest>, never, CurrentUser>

    /** The open request of a member, for admins. Fails with `NotAllowed`. */
    readonly ofMember: (id: UserId) => StorageEffect<Option.Option<VerificationRequest>, NotAllowed, CurrentUser>

    /** The open requests, the oldest first, for admins. Fails with `NotAllowed`, then with `InvalidCursor`. */
    readonly list: (
      request: PageRequest
    ) => StorageEffect<VerificationRequestPage, NotAllowed | InvalidCursor, CurrentUser>

    /**
     * Refuses a request, as an admin, and tells the member why; an entry of the audit log. Fails with
     * `VerificationRequestNotFound`, then with `NotAllowed`, with `LeakFound`, and with `VerificationRequestChanged`
     * where its words are no longer those that the refusal names.
     */
    readonly refuse: (
      id: VerificationRequestId,
      refusal: VerificationRefusal
    ) => StorageEffect<
      VerificationRequestRemoved,
      VerificationRequestNotFound | NotAllowed | LeakFound | VerificationRequestChanged,
      CurrentUser
    >
  }
>() {
  static readonly layer = Layer.effect(VerificationRequests, withSpans("VerificationRequests", Effect.gen(make)))
}

/** Forms send each line end as CRLF. */
const withoutReturns = (text: string) => text.replaceAll("\r\n", "\n")

const areSame = (one: NewVerificationRequest, other: NewVerificationRequest) =>
  one.as === other.as && withoutReturns(one.text) === withoutReturns(other.text)

/**
 * Closes the open request of a member by an answer of an admin, and notifies the member; false where there is none.
 * Fails with `VerificationRequestChanged` unless the request has the words of `asked`, if they are given. A part of a
 * transaction that holds the member.
 */
export const answering = Effect.gen(function* () {
  const repo = yield* VerificationRequestsRepo
  const notifications = yield* NotificationsRepo
  const { changes } = yield* writing

  return Effect.fnUntraced(function* (
    userId: UserId,
    answer: VerificationAnswer,
    byId: UserId,
    asked: Option.Option<NewVerificationRequest>
  ) {
    const open = Option.isSome(asked) ? yield* repo.ofMember(userId) : Option.none()
    const read = Option.filter(open, (request) => Option.exists(asked, (words) => areSame(words, request)))
    const isChanged = Option.isSome(asked) && Option.isNone(read)
    const isRemoved = !isChanged && (yield* repo.remove(userId, Option.getOrUndefined(read)))
    if (!isRemoved) return Option.isSome(asked) ? yield* new VerificationRequestChanged() : false
    const stored = userId === byId ? [] : yield* notifications.addAnswer(answer, userId, yield* DateTime.now)
    yield* changes.append(notificationsAdded(stored))
    return true
  })
})

function* make() {
  const repo = yield* VerificationRequestsRepo
  const { audit, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const answer = yield* answering

  const put = Effect.fnUntraced(function* (request: NewVerificationRequest) {
    const { id } = yield* require(person("askVerification"))
    yield* leaks.check("as", [request.as], leaks.emailsOf(id))
    yield* leaks.check("text", [request.text], Effect.succeed([]))
    const at = yield* DateTime.now
    return yield* write(Effect.zipLeft(repo.put(id, request, at), users.touch(id, at)))
  })

  const withdraw = Effect.gen(function* () {
    const { id } = yield* require(person("askVerification"))
    yield* users.touch(id, yield* DateTime.now) // the member first, as everywhere
    yield* repo.remove(id)
    return { requested: false }
  })

  const list = (request: PageRequest) =>
    Effect.zipRight(
      require(admin("seeVerificationRequests")),
      readPage(verificationRequestList, request, (slice) => repo.page(slice))
    )

  const refuse = Effect.fnUntraced(function* (id: VerificationRequestId, { asked, reason }: VerificationRefusal) {
    const caller = yield* require(admin("seeVerificationRequests"))
    const notFound = new VerificationRequestNotFound({ id })
    const { as, user } = yield* Effect.flatMap(
      repo.find(id),
      Effect.orElseFail(() => notFound)
    )
    yield* leaks.check("reason", [reason], leaks.emailsOf(user.id, caller.id))
    yield* Effect.catchTag(users.hold(user.id), "UserNotFound", () => notFound)
    if (!(yield* answer(user.id, { given: false, reason }, caller.id, asked))) return yield* notFound
    const entry = { actorId: caller.id, userId: user.id, targetId: id, detail: as, reason }
    yield* audit.record({ action: "verification_refused", ...entry })
    return { deleted: true, id } as const
  }, write)

  const own = Effect.flatMap(CurrentUser, ({ id }) => repo.ofMember(id))

  const ofMember = (id: UserId) => Effect.zipRight(require(admin("seeVerificationRequests")), repo.ofMember(id))

  return { put, withdraw: write(withdraw), own, ofMember, list, refuse }
}

/** Withdraws a verification, if there is one; a part of a transaction. */
export const withdrawVerification = (
  { audit, users }: { readonly audit: AuditLog["Type"]; readonly users: UsersRepo["Type"] },
  { id, verified }: UserDetail,
  { id: actorId }: SignedInUser
) =>
  Effect.transposeMapOption(verified, ({ as }) =>
    Effect.zipRight(
      users.setVerification(id, Option.none()),
      audit.record({ action: "unverified", actorId, userId: id, detail: as })
    )
  )
