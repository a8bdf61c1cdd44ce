import { DateTime, Effect, Option } from "effect"
import { staffSecondFactor } from "../../../Config.ts"
import type { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { isStaff } from "../../../domain/accounts/Role.ts"
import { FactorNeeded } from "../../../domain/accounts/StaffFactor.ts"
import type { UserId } from "../../../domain/Ids.ts"
import type { factorMails } from "../../../domain/mail/Mail.ts"
import { PasskeysRepo } from "../../../ports/accounts/PasskeysRepo.ts"
import { OutgoingMail } from "../../mail/OutgoingMail.ts"
import { writing } from "../../Writing.ts"
import { makeEndSessions } from "../EndSessions.ts"
import { ownSession } from "../StepUp.ts"
import { makeCodes } from "./Codes.ts"

type FactorMail = (typeof factorMails)[number]

/** The effects of a change of passkeys and second factors, as parts of its transaction. */
export const makeFactorChange = Effect.gen(function* () {
  const { audit, changes, users } = yield* writing
  const passkeys = yield* PasskeysRepo
  const codes = yield* makeCodes
  const endSessions = yield* makeEndSessions
  const outgoing = yield* OutgoingMail
  const isNeeded = yield* staffSecondFactor

  /** Tells the member by mail, and records it. Staff may act at once after the first factor, on every instance. */
  const tell = Effect.fnUntraced(function* (
    userId: UserId,
    actorId: UserId | null,
    change: FactorMail,
    detail?: string
  ) {
    if (outgoing.isOn) yield* outgoing.add({ kind: change, userId: Option.some(userId), address: Option.none() })
    yield* audit.record({ action: change, actorId, userId, ...(detail === undefined ? {} : { detail }) })
    yield* changes.append([{ kind: "user", id: userId, userId }])
  })

  /** `tell` of a factor that is gone, which ends the other sessions of the caller. */
  const tellRemoved = Effect.fnUntraced(function* (caller: SignedInUser, change: FactorMail) {
    yield* tell(caller.id, caller.id, change)
    yield* endSessions(caller.id, { except: ownSession(caller) }, yield* DateTime.now)
  })

  /** Fails with `FactorNeeded` after the only factor of a moderator or an admin, who is locked, was removed. */
  const requireLeft = Effect.fnUntraced(function* (id: UserId) {
    const { role } = yield* users.detail(id)
    if (!isNeeded || !isStaff(role)) return
    const hasPasskey = (yield* passkeys.ofMember(id)).length > 0
    if (!hasPasskey && !(yield* codes.isEnabled(id))) return yield* new FactorNeeded()
  })

  return { requireLeft, tell, tellRemoved }
})
