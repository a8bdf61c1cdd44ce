import { Effect, Option } from "effect"
import { registrationRoles } from "../../Config.ts"
import type { Registration } from "../../domain/accounts/Account.ts"
import { CurrentUser, isStaff, NotAllowed, type Role, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"
import { CommunitySettings } from "../CommunitySettings.ts"
import { AuditLog } from "./AuditLog.ts"
import { FirstAdmin } from "./FirstAdmin.ts"
import { Invitations } from "./Invitations.ts"
import { admin, require, session } from "./Policy.ts"
import { StepUp } from "./StepUp.ts"

/** A way to join: an open role, or one that an admin gives; an invitation; or the code of the first admin. */
interface Way {
  readonly by: "role" | "invitation" | "code"
  readonly role: Role
}

/** The refusals of roles that are not open at registration. */
const closedRoles = {
  user: "becomeUser",
  expert: "becomeExpert",
  moderator: "becomeModerator",
  admin: "becomeAdmin"
} as const

/** The rules by which somebody may join: all of them fail with `NotAllowed`. */
export const joining = Effect.gen(function* () {
  const openRoles = yield* registrationRoles
  const firstAdmin = yield* FirstAdmin
  const invitations = yield* Invitations
  const settings = yield* CommunitySettings
  const audit = yield* AuditLog
  const { isOld } = yield* StepUp

  /** True when anybody may take the role, or the caller may give it. */
  const isRoleOpen = Effect.fnUntraced(function* (role: Role) {
    if (openRoles.includes(role) && (yield* settings.present).registration !== "closed") return true
    const caller = Option.getOrUndefined(yield* Viewer)
    if (caller?.role !== "admin") return false
    const rights = Effect.zipRight(
      require(admin("changeRole")),
      Effect.when(require(session("makeAdmin")), () => isStaff(role))
    )
    yield* Effect.provideService(rights, CurrentUser, caller)
    if (isStaff(role) && (yield* isOld(caller))) return yield* new NotAllowed({ action: "registerStaff" })
    return true
  })

  /** `user`, which nobody has to ask for, gives way to the role of an invitation. */
  const roleBy = Effect.fnUntraced(function* (asked: Role, invited: Role) {
    if (asked === "user" || asked === invited) return invited
    return (yield* isRoleOpen(asked)) ? asked : yield* new NotAllowed({ action: closedRoles[asked] })
  })

  const wayOf = Effect.fnUntraced(function* ({ adminCode, invitation, role }: Registration) {
    if (Option.isSome(invitation)) {
      const { role: invited } = yield* invitations.find(invitation.value)
      return { by: "invitation", role: yield* roleBy(role, invited) } satisfies Way
    }
    if (yield* isRoleOpen(role)) return { by: "role", role } satisfies Way
    if (role !== "admin") {
      const isClosed = (yield* settings.present).registration === "closed"
      return yield* new NotAllowed({ action: isClosed ? "register" : closedRoles[role] })
    }
    yield* firstAdmin.claim(adminCode)
    return { by: "code", role } satisfies Way
  })

  /** Takes the code, or a use of the invitation, as a part of the registration's transaction. Gives the admin of it. */
  const take = Effect.fnUntraced(function* ({ adminCode, invitation }: Registration, { by }: Way) {
    if (by === "code") yield* firstAdmin.claimOnce(adminCode)
    const caller = yield* Viewer
    const used = by === "invitation" ? yield* Effect.transposeMapOption(invitation, invitations.use) : Option.none()
    return Option.orElse(
      Option.map(used, ({ byId }) => byId),
      () => Option.map(caller, ({ id }) => id)
    )
  })

  /** A role that is not open at registration was given by the admin who registered or invited the member. */
  const record = (userId: UserId, { by, role }: Way, giver: Option.Option<UserId>) => {
    if (by === "code") return audit.record({ action: "first_admin", actorId: userId, userId })
    if (openRoles.includes(role)) return Effect.void
    const actorId = Option.getOrElse(giver, () => userId)
    return audit.record({ action: "role_changed", actorId, userId, detail: `registered as ${role}` })
  }

  return { wayOf, take, record }
})
