import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { Context, DateTime, Effect, Layer } from "effect"
import { CurrentUser, isStaff } from "../../domain/accounts/CurrentUser.ts"
import type { BatchResult } from "../../domain/BatchResult.ts"
import { caseOpened } from "../../domain/Change.ts"
import type { DecisionId, UserId } from "../../domain/Ids.ts"
import type { FilteredText } from "../../domain/Markdown.ts"
import { alertOfFirstTextAfter } from "../../domain/moderation/Case.ts"
import type { Decision } from "../../domain/moderation/Decision.ts"
import type { Report } from "../../domain/moderation/Report.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { CommunitySettings } from "../CommunitySettings.ts"
import { PhenotypeSearch } from "../phenotypes/PhenotypeSearch.ts"
import { writing } from "../Writing.ts"
import { CaseAlerts } from "./CaseAlerts.ts"
import { HiddenTexts } from "./HiddenTexts.ts"

/** The rule and the reason of the decision that hides a first text; pages show them in the reader's language. */
export const review = {
  rule: "first posts are reviewed",
  reason:
    "The first posts and comments of a new member are shown once a moderator has seen them. You need not do anything."
} as const

interface NewText {
  readonly authorId: UserId
  readonly content: FilteredText
}

/** The store of a kind of texts, its batched write, and what a decision says of one of them. */
interface Writes<Item, A, E> {
  readonly addAll: (items: ReadonlyArray<Item>) => StorageEffect<BatchResult<A, E>>
  readonly submit: (item: Item) => StorageEffect<A, E>
  readonly targetOf: (added: A) => TextTarget
  readonly textOf: (item: Item) => string
}

/** A stored text, with the decision that hides it. */
type Reviewed<A> = A & { readonly hidden?: true; readonly decisionId?: DecisionId }

/** Reviews the first texts of new members. */
export class FirstPosts extends Context.Tag("services/moderation/FirstPosts")<
  FirstPosts,
  {
    /**
     * Writes a text, and hides it in the same transaction where its author is a new member, of whose texts moderators
     * have not yet restored `reviewFirstPosts`, with an automated decision and an automatic report (contract, Reports
     * and decisions). Nobody else can report such a text, so one that says that somebody thinks of ending their life is
     * reported as danger. Texts that need no review are written in batches.
     */
    readonly reviewing: <Item extends NewText, A extends object, E>(
      writes: Writes<Item, A, E>
    ) => (item: Item) => StorageEffect<Reviewed<A>, E, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(FirstPosts, Effect.gen(make))
}

type Reason = Extract<Report["reason"], "danger" | "review">

/** Why a text is reported that waits for its review. */
const makeReasonOf = Effect.map(
  PhenotypeSearch,
  ({ helpLinesFor }) =>
    (text: string): Effect.Effect<Reason> =>
      Effect.map(helpLinesFor(text, undefined), ({ length }) => (length > 0 ? "danger" : "review"))
)

function* make() {
  const settings = yield* CommunitySettings
  const repo = yield* HiddenTextsRepo
  const hidden = yield* HiddenTexts
  const outbox = yield* ChangesRepo
  const { changes, write } = yield* writing
  const decisions = yield* DecisionsRepo
  const reasonOf = yield* makeReasonOf
  const { wake } = yield* CaseAlerts
  const reports = yield* ReportsRepo

  /** Stores an automated decision, and an automatic report, open until a moderator decides, on an appeal too. */
  const decide = Effect.fnUntraced(function* (target: TextTarget, subjectId: UserId, excerpt: string, reason: Reason) {
    const createdAt = yield* DateTime.now
    const automatic = { action: "hide", byId: null, until: null, createdAt } as const
    const id = yield* decisions.add({ target, subjectId, excerpt, ...review, ...automatic })
    const report = { reporterId: null, target, subjectId, reason, text: review.rule, createdAt } as const
    const alertAt = reason === "danger" ? createdAt : DateTime.addDuration(createdAt, alertOfFirstTextAfter)
    const added = yield* Effect.catchTag(reports.add({ ...report, alertAt }), "ReportedAlready", Effect.die)
    yield* changes.append(caseOpened(added))
    if (reason === "danger") yield* wake
    return id
  })

  const reviewing = <Item extends NewText, A extends object, E>({
    addAll,
    submit,
    targetOf,
    textOf
  }: Writes<Item, A, E>) => {
    const add = Effect.fnUntraced(function* (item: Item) {
      const { changes: appended, results } = yield* addAll([item])
      const [result] = results
      const added = yield* result ?? Effect.dieMessage("a batch of one has one result")
      // Nothing is published: neither that there is a text, nor whom it would notify.
      yield* outbox.withdraw(appended.map(({ sequence }) => sequence))
      return added
    })

    const reviewed = Effect.fnUntraced(function* (item: Item, reason: Reason) {
      const added = yield* add(item)
      const target = targetOf(added)
      const decisionId = yield* decide(target, item.authorId, excerptOf(textOf(item)), reason)
      yield* Effect.catchTags(hidden.hideNew(target, decisionId), {
        CommentNotFound: Effect.die,
        PostNotFound: Effect.die
      })
      return { ...added, hidden: true, decisionId } as const
    }, write)

    return (item: Item): StorageEffect<Reviewed<A>, E, CurrentUser> =>
      Effect.flatMap(CurrentUser, ({ id, role }) => {
        const isNew = Effect.flatMap(settings.present, ({ reviewFirstPosts: texts }) =>
          texts === 0 ? Effect.succeed(false) : repo.isNew(id, texts)
        )
        const isReviewed = isStaff(role) ? Effect.succeed(false) : isNew
        const reason = reasonOf(`${textOf(item)}\n\n${item.content.content}`)
        return Effect.if(isReviewed, {
          onFalse: () => submit(item),
          onTrue: () => Effect.flatMap(reason, (reason) => reviewed(item, reason))
        })
      })
  }

  return FirstPosts.of({ reviewing })
}

/** True for the decision of the program that hides a first text until a moderator has read it. */
export const isFirstReview = ({ automated, rule }: Pick<Decision, "automated" | "rule">) =>
  automated && rule === review.rule

/** True for the decision of a moderator that keeps a first text hidden until its author has changed it. */
export const isNotYet = ({ automated, rule }: Pick<Decision, "automated" | "rule">) =>
  !automated && rule === review.rule
