import { Array, DateTime, Effect, Equal, Option, Predicate } from "effect"
import { CurrentUser, isStaff } from "../../domain/accounts/CurrentUser.ts"
import { hasProof } from "../../domain/accounts/StepUp.ts"
import {
  type EmailTaken,
  maxOwnDiseases,
  type UserChange,
  type UserDetail,
  type UsernameTaken
} from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import { notificationsRemoved } from "../../domain/Change.ts"
import { UnknownDiseases } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, UserId } from "../../domain/Ids.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import type { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { VerificationRequestsRepo } from "../../ports/accounts/VerificationRequestsRepo.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { AccountLinks } from "../mail/AccountLinks.ts"
import { ContentFilter } from "../posts/ContentFilter.ts"
import { writing } from "../Writing.ts"
import type { AuditLog } from "./AuditLog.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { admin, owner, ownerOrAdmin, person, require, requireNotLastAdmin, session, shownTo } from "./Policy.ts"
import { type StepFailures, StepUp } from "./StepUp.ts"
import { withdrawVerification } from "./VerificationRequests.ts"

export type ChangeFailures = TextFailure | StepFailures | UnknownDiseases | UsernameTaken | EmailTaken | Unavailable

/**
 * The email is changed by the member only, who is a person, and gives the password or a passkey. A staff role is given
 * by the session of an admin, which is fresh or gives one of them.
 */
const requireProof = Effect.fnUntraced(function* (
  { demandCounted, prove, users }: StepUp["Type"] & { readonly users: UsersRepo["Type"] },
  id: UserId,
  { email, role, ...proof }: UserChange
) {
  const isOfStaff = Option.exists(role, isStaff)
  if (Option.isNone(email) && !isOfStaff && !hasProof(proof)) return
  yield* users.detail(id)
  yield* require(ownerOrAdmin(id, "changeProfile"))
  if (Option.isSome(role)) yield* require(admin("changeRole"))
  if (isOfStaff) yield* require(session("makeAdmin"))
  if (Option.isNone(email)) return yield* demandCounted(yield* CurrentUser, proof)
  yield* require(owner(id, "changeEmail"))
  yield* prove(yield* require(person("changeEmail")), proof)
})

/** Each disease once, in the order of its first mention. One of the member's that was retired since may stay. */
const requireDiseases = Effect.fnUntraced(function* (
  diseases: DiseasesRepo["Type"],
  ids: ReadonlyArray<DiseaseId>,
  before: UserDetail
) {
  const unique = Array.dedupe(ids)
  const missing = yield* diseases.missing(Array.difference(unique, before.diseaseIds))
  return missing.length === 0 ? unique : yield* new UnknownDiseases({ field: "diseaseIds", ids: missing })
})

/** Records the change of a name or a bio by an admin, as a part of the caller's transaction. */
const recordProfile = (audit: AuditLog["Type"], actorId: UserId, before: UserDetail, after: UserDetail) => {
  const parts = [
    ...(before.username === after.username ? [] : [`username from "${before.username}" to "${after.username}"`]),
    ...(Equal.equals(before.bio, after.bio) ? [] : ["bio"])
  ]
  return parts.length === 0
    ? Effect.void
    : audit.recordOfOthers({ action: "profile_changed", actorId, userId: after.id, detail: parts.join(", ") })
}

/** Since when a member who gets this role is a moderator or an admin; nothing where nothing changes. */
const staffSinceOf = (role: UserChange["role"], before: UserDetail) =>
  Option.exists(role, isStaff) && !isStaff(before.role)
    ? Effect.map(DateTime.now, (staffSince) => ({ staffSince }))
    : Effect.succeed({})

/**
 * The changes of the inbox of a member: one with other diseases reads other posts, and one who is a moderator no longer
 * has no notifications of cases.
 */
const ofInbox = Effect.fnUntraced(function* (
  notifications: NotificationsRepo["Type"],
  { id, role: before }: UserDetail,
  diseaseIds: UserChange["diseaseIds"],
  role: UserChange["role"]
) {
  const isStaffNoMore = isStaff(before) && Option.exists(role, Predicate.not(isStaff))
  const ofCases = isStaffNoMore ? yield* notifications.removeCases(id) : []
  return [...ofCases, ...notificationsRemoved(0, Option.isSome(diseaseIds) ? [id] : [])]
})

/** True for a change of the name or the bio, which the audit log records if an admin makes it. */
const isOfProfile = ({ bio, username }: UserChange) => Option.isSome(bio) || Option.isSome(username)

/** Changes a member, and adds diseases to those of the member. */
export const changing = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const diseases = yield* DiseasesRepo
  const notifications = yield* NotificationsRepo
  const requests = yield* VerificationRequestsRepo
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const stepUp = yield* StepUp
  const { changeEmail } = yield* AccountLinks

  const filterBio = <E, R>(typed: Option.Option<string>, emails: Effect.Effect<ReadonlyArray<string>, E, R>) =>
    Effect.map(
      Effect.transposeMapOption(typed, (bio) => texts.bio(bio, emails)),
      Option.flatten
    )

  /** The address of the member, for a caller who is allowed to know it. */
  const emailsFor = Effect.fnUntraced(function* (id: UserId) {
    yield* users.detail(id)
    yield* require(ownerOrAdmin(id, "changeProfile"))
    return yield* leaks.emailsOf(id)
  })

  return Effect.fnUntraced(function* (id: UserId, change: UserChange, added: ReadonlyArray<DiseaseId> = []) {
    const { bio, diseaseIds, email, passkey: _, password: __, username, ...others } = change
    const { diseasesVisibleTo, role } = others
    const emails = emailsFor(id)
    yield* Effect.transposeMapOption(username, (name) => leaks.check("username", [name], emails))
    const filteredBio = yield* Effect.transposeMapOption(bio, (typed) => filterBio(typed, emails))
    yield* requireProof({ ...stepUp, users }, id, change)
    const changed = yield* write(
      Effect.gen(function* () {
        if (Option.isSome(role)) yield* users.lockRoles // roles change one after the other
        if (isOfProfile(change) || added.length > 0) yield* users.lock(id) // as do names and bios, and added diseases
        const before = yield* users.detail(id)
        const user = yield* require(ownerOrAdmin(id, "changeProfile"))
        if (Option.isSome(diseasesVisibleTo)) yield* require(owner(id, "changeVisibility"))
        if (Option.isSome(role)) {
          yield* require(admin("changeRole"))
          if (role.value !== "admin") yield* requireNotLastAdmin(users, id, "demoteLastAdmin")
        }
        const wanted =
          added.length === 0 ? diseaseIds : Option.some([...before.diseaseIds, ...added].slice(0, maxOwnDiseases))
        const ids = yield* Effect.transposeMapOption(wanted, (ids) => requireDiseases(diseases, ids, before))
        if (Option.isSome(email)) yield* users.lock(id) // since a key column is changed after others
        const name = Option.map(username, (name) => ({ name, key: usernameKey(name) }))
        yield* users.update(id, { ...others, ...(yield* staffSinceOf(role, before)), username: name, bio: filteredBio })
        yield* Effect.transposeMapOption(email, (email) => changeEmail(id, email))
        if (Option.exists(username, (name) => usernameKey(name) !== usernameKey(before.username))) {
          yield* withdrawVerification({ audit, users }, before, user)
          yield* requests.remove(id)
        }
        yield* Effect.transposeMapOption(ids, (ids) => users.setDiseases(id, ids))
        yield* changes.append([{ kind: "user", id, userId: id }, ...(yield* ofInbox(notifications, before, ids, role))])
        if (Option.isSome(role) && role.value !== before.role) {
          const detail = `from ${before.role} to ${role.value}`
          yield* audit.record({ action: "role_changed", actorId: user.id, userId: id, detail })
        }
        const after = yield* users.detail(id)
        yield* recordProfile(audit, user.id, before, after)
        return yield* shownTo(user, after)
      })
    )
    // After the transaction: two admins who change each other would lock each other's rows in turn.
    // The change is stored, so it is answered even where the database is lost now.
    yield* Effect.ignore(users.touch((yield* CurrentUser).id, yield* DateTime.now))
    return changed
  })
})
