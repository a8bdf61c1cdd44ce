import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type CurrentUser, NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { DecisionId, UserId } from "../../domain/Ids.ts"
import { mayDecideAppeal } from "../../domain/moderation/Case.ts"
import {
  type AppealDecision,
  AppealNotFound,
  AppealRefused,
  appealFault,
  type Decision,
  type DecisionNotFound,
  type NewAppeal
} from "../../domain/moderation/Decision.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { DecisionsRepo, type StoredDecision } from "../../ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { moderator, person, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { CaseAlerts } from "./CaseAlerts.ts"
import { findDecision, shownDecision } from "./Decisions.ts"
import { Enforcement } from "./Enforcement.ts"

/** The acts about a decision that are open to the caller. */
interface OpenTo {
  readonly appeal: boolean
  readonly outcome: boolean
}

/** Appeals against decisions (contract, Reports and decisions). All fail with `DecisionNotFound` as `Decisions.get`. */
export class Appeals extends Context.Tag("services/moderation/Appeals")<
  Appeals,
  {
    /**
     * Appeals against a decision about the caller. Fails with `NotAllowed` for an agent's key and for others, and with
     * `AppealRefused` for a second appeal, after `appealDays`, and where the decision took nothing; with `NotSignedIn`
     * for a caller who has just left.
     */
    readonly appeal: (
      id: DecisionId,
      appeal: NewAppeal
    ) => StorageEffect<Decision, AppealRefused | DecisionNotFound | LeakFound | NotAllowed | NotSignedIn, CurrentUser>

    /** True for each of `appeal` and `decide` that the caller may use now. */
    readonly open: (id: DecisionId) => StorageEffect<OpenTo, DecisionNotFound, CurrentUser>

    /**
     * Decides on an appeal as a moderator, and notifies the member concerned; the reporters too, where it is reversed,
     * which takes the action back and closes an automatic report. Fails with `NotAllowed` for others, for the member
     * concerned, and for the moderator who decided where there is another one; with `AppealNotFound`, and with
     * `AppealRefused` for one that is decided.
     */
    readonly decide: (
      id: DecisionId,
      outcome: AppealDecision
    ) => StorageEffect<
      Decision,
      AppealNotFound | AppealRefused | DecisionNotFound | LeakFound | NotAllowed,
      CurrentUser
    >
  }
>() {
  static readonly layer = Layer.effect(Appeals, withSpans("Appeals", Effect.gen(make)))
}

const requireSubject = (userId: UserId, { subjectId }: StoredDecision): Effect.Effect<void, NotAllowed> =>
  subjectId === userId ? Effect.void : new NotAllowed({ action: "appealOfOthers" })

/** Fails with `NotAllowed` unless a member may decide on the appeal against a decision. */
const requireOther = Effect.fnUntraced(function* (
  users: UsersRepo["Type"],
  userId: UserId,
  { byId, subjectId }: StoredDecision
) {
  if (subjectId === userId) return yield* new NotAllowed({ action: "decideOwnAppeal" })
  const now = yield* DateTime.now
  const staff = (yield* users.staff(now)).map(({ id }) => id)
  if (!mayDecideAppeal(userId, { byId, subjectId }, staff))
    return yield* new NotAllowed({ action: "decideAppealOfOwnDecision" })
})

function* make() {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo
  const { audit, changes, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const { closeCases, notify, takeBack } = yield* Enforcement
  const { wake } = yield* CaseAlerts

  const appeal = Effect.fnUntraced(function* (id: DecisionId, { text }: NewAppeal) {
    const user = yield* require(person("appeal"))
    const stored = yield* findDecision(decisions, id)
    yield* requireSubject(user.id, stored)
    yield* leaks.check("text", [text], Effect.succeed([]))
    yield* Effect.catchTag(users.hold(user.id), "UserNotFound", () => new NotSignedIn())
    const now = yield* DateTime.now
    const why = appealFault(stored.decision, now)
    if (Option.isSome(why)) return yield* new AppealRefused({ why: why.value })
    if (!(yield* decisions.addAppeal(id, text, now))) return yield* new AppealRefused({ why: "again" })
    yield* Effect.zipRight(changes.append([{ kind: "appeal_opened", id, userId: null }]), wake)
    return yield* shownDecision(decisions, id)
  }, write)

  const open = Effect.fnUntraced(function* (id: DecisionId) {
    const now = yield* DateTime.now
    const stored = yield* findDecision(decisions, id)
    const appealing = Effect.map(
      Effect.flatMap(require(person("appeal")), (user) => requireSubject(user.id, stored)),
      () => Option.isNone(appealFault(stored.decision, now))
    )
    const deciding = Effect.map(
      Effect.flatMap(require(moderator("decideAppeal")), (user) => requireOther(users, user.id, stored)),
      () => stored.decision.appeal?.outcome === null
    )
    return {
      appeal: yield* Effect.catchTag(appealing, "NotAllowed", () => Effect.succeed(false)),
      outcome: yield* Effect.catchTag(deciding, "NotAllowed", () => Effect.succeed(false))
    }
  })

  const decide = Effect.fnUntraced(function* (id: DecisionId, { outcome, reason }: AppealDecision) {
    const { decision, ...about } = yield* findDecision(decisions, id)
    const user = yield* require(moderator("decideAppeal"))
    if (outcome === "reversed") yield* users.lockRoles // before the member, since a suspension may end
    yield* decisions.lock(decision.target)
    yield* Effect.catchTag(users.hold(about.subjectId), "UserNotFound", () => Effect.void) // one who leaves withdraws it
    const stored = yield* findDecision(decisions, id)
    const { reporterIds, subjectId } = stored
    yield* requireOther(users, user.id, stored)
    if (stored.decision.appeal === null) return yield* new AppealNotFound({ id })
    yield* leaks.check("reason", [reason], leaks.emailsOf(subjectId, user.id))
    const at = yield* DateTime.now
    const isStored = yield* decisions.setOutcome(id, { outcome, reason, byId: user.id, at })
    if (!isStored) return yield* new AppealRefused({ why: "decided" })
    if (outcome === "reversed") {
      yield* takeBack(stored, user.id)
      yield* reports.closeAutomatic(decision.target, id)
    }
    yield* notify(id, [subjectId, ...(outcome === "reversed" ? reporterIds : [])], user.id)
    yield* closeCases(id)
    const audited = { actorId: user.id, userId: subjectId, targetId: id, detail: outcome, reason }
    yield* audit.record({ action: "appeal_decided", ...audited })
    yield* users.touch(user.id, at)
    return yield* shownDecision(decisions, id)
  }, write)

  return { appeal, decide, open }
}
