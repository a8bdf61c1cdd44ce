import { Context, DateTime, Effect, Layer } from "effect"
import { staffSecondFactor } from "../../../Config.ts"
import type { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { isStaff } from "../../../domain/accounts/CurrentUser.ts"
import { FactorNeeded } from "../../../domain/accounts/StaffFactor.ts"
import type { UserNotFound } from "../../../domain/accounts/User.ts"
import type { UserId } from "../../../domain/Ids.ts"
import type { factorMails } from "../../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { PasskeysRepo } from "../../../ports/accounts/PasskeysRepo.ts"
import { OutgoingMail } from "../../mail/OutgoingMail.ts"
import { writing } from "../../Writing.ts"
import { EndSessions } from "../EndSessions.ts"
import { ownSession } from "../StepUp.ts"
import { Codes } from "./Codes.ts"

type FactorMail = (typeof factorMails)[number]

/** The effects of a change of passkeys and second factors, as parts of its transaction. */
export class FactorChange extends Context.Tag("services/accounts/factors/FactorChange")<
  FactorChange,
  {
    /** Tells the member by mail, and records it. Staff may act at once after the first factor, on every instance. */
    readonly tell: (userId: UserId, actorId: UserId | null, change: FactorMail, detail?: string) => StorageEffect<void>

    /** `tell` of a factor that is gone, which ends the other sessions of the caller. */
    readonly tellRemoved: (caller: SignedInUser, change: FactorMail) => StorageEffect<void>

    /** Fails with `FactorNeeded` after the only factor of a moderator or an admin, who is locked, was removed. */
    readonly requireLeft: (id: UserId) => StorageEffect<void, FactorNeeded | UserNotFound>
  }
>() {
  static readonly layer = Layer.effect(FactorChange, Effect.gen(make))
}

function* make() {
  const { audit, changes, users } = yield* writing
  const passkeys = yield* PasskeysRepo
  const codes = yield* Codes
  const sessions = yield* EndSessions
  const outgoing = yield* OutgoingMail
  const isNeeded = yield* staffSecondFactor

  const tell = Effect.fnUntraced(function* (
    userId: UserId,
    actorId: UserId | null,
    change: FactorMail,
    detail?: string
  ) {
    yield* outgoing.tell(userId, change)
    yield* audit.record({ action: change, actorId, userId, ...(detail === undefined ? {} : { detail }) })
    yield* changes.append([{ kind: "user", id: userId, userId }])
  })

  const tellRemoved = Effect.fnUntraced(function* (caller: SignedInUser, change: FactorMail) {
    yield* tell(caller.id, caller.id, change)
    yield* sessions.end(caller.id, { except: ownSession(caller) }, yield* DateTime.now)
  })

  const requireLeft = Effect.fnUntraced(function* (id: UserId) {
    const { role } = yield* users.detail(id)
    if (!isNeeded || !isStaff(role)) return
    const hasPasskey = (yield* passkeys.ofMember(id)).length > 0
    if (!hasPasskey && !(yield* codes.isEnabled(id))) return yield* new FactorNeeded()
  })

  return { requireLeft, tell, tellRemoved }
}
