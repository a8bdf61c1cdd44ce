import { Effect } from "effect"
import { DecisionId } from "../../../src/domain/Ids.ts"
import type { TextTarget } from "../../../src/domain/moderation/Target.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { HiddenTexts } from "../../../src/services/moderation/HiddenTexts.ts"
import { untilFree } from "../../contracts/newRows.ts"

/** The id of the decision under which tests hide texts. */
export const decisionId = DecisionId.make(1_000_001)

const transact = <A, E>(change: (texts: HiddenTexts["Type"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Effect.all([HiddenTexts, Transaction]), ([texts, { atomically }]) =>
    untilFree(atomically(change(texts)))
  )

/** Hides a text as a decision does. */
export const hide = (target: TextTarget) => transact((texts) => texts.hide(target, decisionId))

/** Restores a text as a decision does. */
export const restore = (target: TextTarget) => transact((texts) => texts.restore(target))
