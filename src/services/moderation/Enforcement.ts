import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { reasonOfDecision, type UntilPassed } from "../../domain/accounts/Suspension.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { Blocked } from "../../domain/BatchResult.ts"
import { notificationsAdded, withPosts } from "../../domain/Change.ts"
import type { DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import { type Decision, NothingToDecide } from "../../domain/moderation/Decision.ts"
import {
  type ActionOn,
  type DecisionAction,
  fits,
  type Target,
  TargetNotFound,
  type TargetType,
  type TextTarget,
  undoingOf
} from "../../domain/moderation/Target.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { DecisionsRepo, type StoredDecision } from "../../ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { SuspensionWrites } from "../accounts/Suspensions.ts"
import { Changes } from "../Changes.ts"
import { CaseAlerts } from "./CaseAlerts.ts"
import { HiddenTexts } from "./HiddenTexts.ts"
import { shownOrHidden } from "./ShownOrHidden.ts"

type Failures = Blocked | Unavailable

/** The parts of a decision that its action needs. */
type DecisionToCarryOut = Pick<Decision, "id" | "rule" | "until"> & {
  /** True for a text that waits for its first review, and so is hidden already. */
  readonly isWaiting?: boolean
}

interface NewAction extends DecisionToCarryOut {
  readonly target: Target
  readonly action: DecisionAction
}

/** Carries out decisions, and takes them back, as a part of the caller's transaction. */
export class Enforcement extends Context.Tag("services/moderation/Enforcement")<
  Enforcement,
  {
    /**
     * Carries out the action of a new decision of a moderator. Fails with `NothingToDecide` where it changes nothing,
     * and with `TargetNotFound` for a member who has left.
     */
    readonly carryOut: (
      decision: NewAction,
      byId: UserId
    ) => StorageEffect<void, Blocked | NothingToDecide | NotAllowed | TargetNotFound | UntilPassed>

    /** Takes back what a decision did, where no later one has changed it and the member is not gone. */
    readonly takeBack: (stored: StoredDecision, byId: UserId) => StorageEffect<void, Blocked | NotAllowed>

    /**
     * Notifies members of a decision or of the outcome of its appeal, except the member who decided, and the former
     * member.
     */
    readonly notify: (id: DecisionId, recipients: ReadonlyArray<UserId>, byId: UserId) => StorageEffect<void, Blocked>

    /** Marks notifications of cases as read that a decision, or the outcome of its appeal, closed. */
    readonly closeCases: (id: DecisionId) => StorageEffect<void, Blocked>
  }
>() {
  static readonly layer = Layer.effect(Enforcement, Effect.gen(make))
}

/** The effect of each action on targets of a type; an action without its line does not compile. */
type Actions<About, Type extends TargetType, E> = {
  readonly [Action in ActionOn<Type>]: (
    about: About,
    decision: DecisionToCarryOut,
    byId: UserId
  ) => Effect.Effect<boolean, E>
}

/** Nothing changes about a text that is gone. */
const isGone = { CommentNotFound: () => Effect.succeed(false), PostNotFound: () => Effect.succeed(false) }

/**
 * Hides and restores one text or all texts of a member, as a part of the caller's transaction.
 */
const textActions = Effect.gen(function* () {
  const hiddenTexts = yield* HiddenTexts
  const repo = yield* HiddenTextsRepo
  const changes = yield* Changes

  /** True if it changed something: a text may be gone. */
  const applied = (text: StorageEffect<void, Blocked | CommentNotFound | PostNotFound>) =>
    text.pipe(Effect.as(true), Effect.catchTags(isGone))

  const hide = (text: TextTarget, id: DecisionId) => applied(hiddenTexts.hide(text, id))
  const keepHidden = (text: TextTarget, id: DecisionId) => applied(hiddenTexts.keepHidden(text, id))
  const restore = (text: TextTarget) => applied(hiddenTexts.restore(text))

  const hidingOf = (
    text: TextTarget
  ): StorageEffect<{ readonly decisionId: DecisionId }, CommentNotFound | PostNotFound> =>
    text.type === "post" ? repo.post(text.id, Option.none()) : repo.comment(text.id)

  /** Restores a text if this decision hides it. */
  const restoreOf = (text: TextTarget, id: DecisionId) =>
    hidingOf(text).pipe(
      Effect.flatMap(({ decisionId }) => (decisionId === id ? restore(text) : Effect.succeed(false))),
      Effect.catchTags(isGone)
    )

  return {
    hide,
    hideAll: (authorId: UserId, id: DecisionId) =>
      Effect.flatMap(repo.hideAll(authorId, id), (moved) =>
        Effect.as(changes.append(withPosts("post_removed", moved)), moved.length > 0)
      ),
    keepHidden,
    restore,
    restoreAll: hiddenTexts.restoreAll,
    restoreOf
  }
})

/** Locks or unlocks the comments of a post, hidden or not; true if that changed something. */
const locking = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const hiddenTexts = yield* HiddenTextsRepo
  const changes = yield* Changes

  return Effect.fnUntraced(
    function* (id: PostId, locked: boolean) {
      const isChanged = yield* shownOrHidden(
        Effect.zipRight(posts.lock(id), posts.setLocked(id, locked)),
        Effect.zipRight(hiddenTexts.lockPost(id), hiddenTexts.setLocked(id, locked))
      )
      if (isChanged) yield* changes.append([{ kind: "post", id, userId: null }])
      return isChanged
    },
    Effect.catchTag("PostNotFound", () => Effect.succeed(false))
  )
})

/** `none` is recorded, although it changes nothing. */
const isRecorded = () => Effect.succeed(true)

/** `ActionUnfit` has refused it. */
const isUnfit = () => Effect.dieMessage("the target of a decision does not have its action")

const notifying = Effect.gen(function* () {
  const notifications = yield* NotificationsRepo
  const changes = yield* Changes
  const { wake } = yield* CaseAlerts

  const notify = Effect.fnUntraced(function* (id: DecisionId, recipients: ReadonlyArray<UserId>, byId: UserId) {
    const others = recipients.filter((recipient) => recipient !== byId && recipient !== formerMember.id)
    yield* changes.append(notificationsAdded(yield* notifications.addModeration(id, others, yield* DateTime.now)))
  })

  const closeCases = Effect.fnUntraced(function* (id: DecisionId) {
    yield* changes.append(yield* notifications.closeCases(id))
    yield* wake
  })

  return { closeCases, notify }
})

function* make() {
  const decisions = yield* DecisionsRepo
  const setLocked = yield* locking
  const suspending = yield* SuspensionWrites
  const { hide, hideAll, keepHidden, restore, restoreAll, restoreOf } = yield* textActions

  const setLockedOf = (target: TextTarget, locked: boolean) =>
    target.type === "post" ? setLocked(target.id, locked) : isUnfit()

  /** Each carries out an action on a text, and gives true if it changed something. */
  const onText: Actions<TextTarget, TextTarget["type"], Failures> = {
    none: isRecorded,
    hide: (target, { id, isWaiting }) => (isWaiting === true ? keepHidden(target, id) : hide(target, id)),
    restore,
    publish: restore,
    lock: (target) => setLockedOf(target, true),
    unlock: (target) => setLockedOf(target, false)
  }

  /** The effects of actions on a member. */
  const onMember: Actions<UserId, "user", Failures | NotAllowed | UntilPassed | UserNotFound> = {
    none: isRecorded,
    hide: (member, { id }) => hideAll(member, id),
    restore: (member) => restoreAll(member, Option.none()),
    suspend: (member, decision, byId) => {
      const suspension = {
        reason: reasonOfDecision(decision.rule, decision.id),
        until: Option.fromNullable(decision.until)
      }
      return Effect.as(suspending.suspend(member, suspension, byId), true)
    },
    unsuspend: (member, _, byId) => Effect.as(suspending.unsuspend(member, byId), true)
  }

  const carryOut = Effect.fnUntraced(
    function* (decision: NewAction, byId: UserId) {
      const { action, target } = decision
      const ofMember = (id: UserId) => (fits("user", action) ? onMember[action](id, decision, byId) : isUnfit())
      const ofText = (text: TextTarget) => (fits(text.type, action) ? onText[action](text, decision, byId) : isUnfit())
      const isChanged = yield* target.type === "user" ? ofMember(target.id) : ofText(target)
      if (!isChanged) yield* new NothingToDecide({ action })
    },
    Effect.catchTag("UserNotFound", ({ id }) => new TargetNotFound({ type: "user", id }))
  )

  const takeBack = Effect.fnUntraced(
    function* ({ decision, subjectId }: StoredDecision, byId: UserId) {
      const { action, id, target } = decision
      const undo = undoingOf(action)
      if (undo === null || undo === "none") return
      if (action === "hide") {
        yield* target.type === "user" ? restoreAll(subjectId, Option.some(id)) : restoreOf(target, id)
      } else if (Option.contains(yield* decisions.last(target, [action, undo]), id)) {
        if (target.type !== "user") yield* fits(target.type, undo) ? onText[undo](target, decision, byId) : isUnfit()
        else if (undo === "unsuspend")
          yield* suspending.unsuspend(target.id, byId, reasonOfDecision(decision.rule, decision.id))
        else yield* isUnfit()
      }
    },
    Effect.catchTag("UserNotFound", () => Effect.void)
  )

  return Enforcement.of({ carryOut, takeBack, ...(yield* notifying) })
}
