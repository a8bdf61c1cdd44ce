import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { Array, Context, DateTime, Effect, Layer, Option } from "effect"
import {
  actsAsAdmin,
  actsAsModerator,
  CurrentUser,
  NotAllowed,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import type { UntilPassed } from "../../domain/accounts/Suspension.ts"
import type { DecisionId } from "../../domain/Ids.ts"
import { decisionList } from "../../domain/Lists.ts"
import {
  ActionUnfit,
  type Decision,
  type DecisionFilter,
  DecisionNotFound,
  type DecisionPage,
  type NewDecision,
  NothingToDecide,
  namesRule
} from "../../domain/moderation/Decision.ts"
import { DecisionAction, fits, stateAfter, type Target, type TargetNotFound } from "../../domain/moderation/Target.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { moderator, require } from "../accounts/Policy.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { Enforcement } from "./Enforcement.ts"
import { granting } from "./GrantedAppeals.ts"
import { type HeldTarget, holding } from "./HeldTargets.ts"
import { type FoundTarget, Targets } from "./Targets.ts"
import { decisionFor, maySee } from "./Visibility.ts"

/** A target, with the actions that a moderator can take. */
export interface OpenCase {
  readonly target: Target
  /** None for a text that was deleted. */
  readonly found: Option.Option<FoundTarget>
  /** True for the caller, and for a text of theirs: another moderator decides. */
  readonly concernsCaller: boolean
  /** The actions that may change something now. */
  readonly actions: ReadonlyArray<DecisionAction>
}

/** A decision that its reader may see. */
export interface VisibleDecision {
  readonly decision: Decision
  /** True for one that closed a report of the reader. */
  readonly isReported: boolean
  /** True for one about the reader. */
  readonly isOwn: boolean
}

/** The decisions of moderators (contract, Reports and decisions). */
export class Decisions extends Context.Tag("services/moderation/Decisions")<
  Decisions,
  {
    /**
     * Decides about a target as a moderator: carries the action out, closes the open reports, notifies the reporters
     * and the member concerned, and is in the audit log. Fails with `ActionUnfit`; with `NotAllowed` for others, about
     * oneself, and for a suspension of an admin by a moderator; with `TargetNotFound`, except for `none` about a
     * reported text that is gone; and with `NothingToDecide`: of two that decide the same at once, one does, and none
     * where the target is not as the moderator has seen it (`seenAs` of `stateAsSeen`).
     */
    readonly decide: (
      decision: NewDecision,
      seenAs?: string
    ) => StorageEffect<
      Decision,
      ActionUnfit | LeakFound | NotAllowed | NothingToDecide | TargetNotFound | UntilPassed,
      CurrentUser
    >

    /** A target as a moderator sees it before deciding. Fails with `NotAllowed` for others. */
    readonly caseOf: (target: Target) => StorageEffect<OpenCase, NotAllowed, CurrentUser>

    /**
     * The target of the first open report, in the order of `Reports.queue`, that does not concern the caller, who may
     * not decide on it. Fails with `NotAllowed` for all but moderators.
     */
    readonly next: StorageEffect<Option.Option<Target>, NotAllowed, CurrentUser>

    /**
     * Newest first: all for moderators, else those about the caller or closing their reports. Fails with
     * `InvalidCursor`.
     */
    readonly list: (request: PageRequest & DecisionFilter) => StorageEffect<DecisionPage, InvalidCursor, CurrentUser>

    /** A decision that `list` gives the caller, else `DecisionNotFound`. */
    readonly get: (id: DecisionId) => StorageEffect<Decision, DecisionNotFound, CurrentUser>

    /** The decisions of these ids that `list` gives the caller. */
    readonly visibleOf: (
      ids: ReadonlyArray<DecisionId>
    ) => StorageEffect<ReadonlyMap<DecisionId, VisibleDecision>, never, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Decisions, withSpans("Decisions", Effect.gen(make)))
}

/** Gives a decision that the caller may see, else fails with `DecisionNotFound`. */
export const findDecision = Effect.fnUntraced(function* (decisions: DecisionsRepo["Type"], id: DecisionId) {
  const user = yield* CurrentUser
  const found = Option.getOrUndefined(yield* decisions.find(id))
  return found !== undefined && maySee(user, found) ? found : yield* new DecisionNotFound({ id })
})

/** Gives such a decision as the caller sees it. */
export const shownDecision = Effect.fnUntraced(function* (decisions: DecisionsRepo["Type"], id: DecisionId) {
  const found = yield* findDecision(decisions, id)
  return decisionFor(yield* CurrentUser, found)
})

function* make() {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo
  const targets = yield* Targets

  const caseOf = Effect.fnUntraced(function* (target: Target) {
    const user = yield* require(moderator("decide"))
    const found = yield* Effect.catchTag(
      Effect.asSome(targets.find(target)),
      "TargetNotFound",
      () => Effect.succeedNone
    )
    const isReported = Option.isSome(yield* reports.subjectOf(target))
    const isLeft = (action: DecisionAction) =>
      Option.match(found, {
        onNone: () => action === "none",
        onSome: (known) => refusalOf(user, target, known, action) === undefined
      })
    const actions = DecisionAction.literals.filter((action) => isLeft(action) && (action !== "none" || isReported))
    const concernsCaller = Option.exists(found, ({ subjectId }) => subjectId === user.id)
    return { target, found, concernsCaller, actions }
  })

  const next = Effect.gen(function* () {
    const { id } = yield* require(moderator("decide"))
    const { items } = yield* reports.page({ status: "open", notAbout: id }, { offset: 0, limit: 1 })
    return Option.map(Array.head(items), ({ target }) => target)
  })

  const list = Effect.fnUntraced(function* (request: PageRequest & DecisionFilter) {
    const user = yield* CurrentUser
    const viewerId = actsAsModerator(user) ? undefined : user.id
    return yield* readPage(decisionList(request, viewerId), request, (slice) =>
      Effect.map(decisions.page(request, viewerId, slice), (found) => ({
        ...found,
        items: found.items.map((one) => decisionFor(user, one))
      }))
    )
  })

  const visibleOf = Effect.fnUntraced(function* (ids: ReadonlyArray<DecisionId>) {
    const user = yield* CurrentUser
    const found = ids.length === 0 ? [] : yield* decisions.findAll(ids)
    return new Map(
      found
        .filter((one) => maySee(user, one))
        .map((one): readonly [DecisionId, VisibleDecision] => [
          one.decision.id,
          {
            decision: decisionFor(user, one),
            isReported: one.reporterIds.includes(user.id),
            isOwn: one.subjectId === user.id
          }
        ])
    )
  })

  return {
    list,
    caseOf,
    next,
    get: (id: DecisionId) => shownDecision(decisions, id),
    visibleOf,
    decide: yield* deciding
  }
}

/** Checks that need no query. */
const requireFit = ({ action, all, reason, rule, target, until }: NewDecision) => {
  if (!fits(target.type, action)) return new ActionUnfit({ why: "target" })
  if (namesRule(action) && Option.isNone(rule)) return new ActionUnfit({ why: "rule" })
  const mayLackReason = action === "publish" || (action === "none" && target.type === "user")
  if (!mayLackReason && Option.isNone(reason)) return new ActionUnfit({ why: "reason" })
  if (Option.isSome(until) && action !== "suspend") return new ActionUnfit({ why: "until" })
  const concernsAll = target.type === "user" && (action === "hide" || action === "restore")
  return concernsAll && !all ? new ActionUnfit({ why: "all" }) : Effect.void
}

/** Why a moderator may not take an action about a target as it is now; undefined if nothing speaks against it. */
const refusalOf = (
  user: SignedInUser,
  { type }: Target,
  { role, state, subjectId }: FoundTarget,
  action: DecisionAction
): NotAllowed | NothingToDecide | undefined => {
  if (subjectId === user.id) return new NotAllowed({ action: "decideOwn" })
  const isSuspension = action === "suspend" || action === "unsuspend"
  if (isSuspension && role === "admin" && !actsAsAdmin(user)) return new NotAllowed({ action: "suspendAdmin" })
  return stateAfter(type, state, action) === undefined
    ? new NothingToDecide({ action, isWaiting: state === "waiting" })
    : undefined
}

/** The state of a target in a form about it, by which a decision tells that another was faster. */
export const stateAsSeen = ({ state, until }: Pick<FoundTarget, "state" | "until">): string =>
  until == null ? state : `${state} ${DateTime.formatIso(until)}`

/** Fails unless a moderator may decide this about a target, and it may change something. */
const requireAllowed = Effect.fnUntraced(function* (
  user: SignedInUser,
  { action, target, until }: NewDecision,
  found: FoundTarget,
  seenAs: string | undefined
) {
  const refusal = refusalOf(user, target, found, action)
  if (refusal !== undefined) return yield* refusal
  const present = stateAsSeen(found)
  const isSame = action === "suspend" && present === stateAsSeen({ state: "suspended", until: Option.getOrNull(until) })
  if (isSame || (seenAs ?? present) !== present) return yield* new NothingToDecide({ action })
})

/** A member learns why, and the reporters; about one who has left no words are kept. */
const lacksReason = ({ action, reason }: NewDecision, { hasLeft = false }: HeldTarget) =>
  action === "none" && Option.isNone(reason) && !hasLeft

const noWords = { rule: "", reason: "" }

/** Publishing a first text needs no words. */
const wordsOf = ({ action, reason, rule }: NewDecision) =>
  action === "publish"
    ? noWords
    : { rule: Option.getOrElse(rule, () => ""), reason: Option.getOrElse(reason, () => "") }

const deciding = Effect.gen(function* () {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo
  const { audit, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const hold = yield* holding
  const grantAppeals = yield* granting
  const { carryOut, closeCases, notify } = yield* Enforcement

  const close = Effect.fnUntraced(function* ({ action, target }: NewDecision, id: DecisionId) {
    const reporters = yield* reports.close(target, id)
    if (target.type !== "user" || (action !== "hide" && action !== "restore")) return reporters
    return [...reporters, ...(yield* reports.closeTexts(target.id, id))]
  })

  const decide = Effect.fnUntraced(function* (user: SignedInUser, sent: NewDecision, seenAs?: string) {
    const { action, target } = sent
    // Before the member, as whoever leaves does.
    if (action === "suspend" || action === "unsuspend") yield* users.lockRoles
    yield* decisions.lock(target)
    const found = yield* hold(sent)
    if (lacksReason(sent, found)) yield* new ActionUnfit({ why: "reason" })
    yield* requireAllowed(user, sent, found, seenAs)
    if (action === "none" && Option.isNone(yield* reports.subjectOf(target))) yield* new NothingToDecide({ action })
    const { content, hasLeft = false, subjectId } = found
    const emails = leaks.emailsOf(subjectId, user.id)
    const words = wordsOf(sent)
    yield* leaks.check("rule", [words.rule], emails)
    yield* leaks.check("reason", [words.reason], emails)
    const createdAt = yield* DateTime.now
    const until = Option.getOrNull(sent.until)
    const row = {
      target,
      subjectId,
      action,
      excerpt: excerptOf(content),
      ...(hasLeft ? noWords : words),
      byId: user.id,
      until,
      createdAt
    }
    const id = yield* decisions.add(row)
    const isWaiting = found.state === "waiting"
    yield* carryOut({ id, action, rule: words.rule, target, until, isWaiting }, user.id)
    yield* notify(id, [subjectId, ...(yield* close(sent, id))], user.id)
    yield* closeCases(id)
    const detail = `${action} ${target.type} ${target.id}`
    const audited = { actorId: user.id, userId: subjectId, targetId: id, detail, reason: row.reason || null }
    yield* audit.record({ action: "decided", ...audited })
    yield* grantAppeals(sent, row)
    yield* users.touch(user.id, createdAt)
    return (yield* Effect.orDie(Effect.flatten(decisions.find(id)))).decision
  }, write)

  return Effect.fnUntraced(function* (sent: NewDecision, seenAs?: string) {
    yield* requireFit(sent)
    return yield* decide(yield* require(moderator("decide")), sent, seenAs)
  })
})
