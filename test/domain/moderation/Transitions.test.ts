import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Option, Record, Schema } from "effect"
import { appealFault, Decision } from "../../../src/domain/moderation/Decision.ts"
import {
  DecisionAction,
  fits,
  stateAfter,
  type TargetState,
  TargetType,
  transitions,
  undoing
} from "../../../src/domain/moderation/Target.ts"
import { statesOf } from "../../support/moderation/States.ts"

/** The states to which no decision leads: that of a comment whose post is hidden, and that of a new member's text. */
const first: Readonly<Record<TargetType, ReadonlyArray<TargetState>>> = {
  comment: ["shown", "hiddenWithPost", "waiting"],
  post: ["shown", "waiting"],
  user: ["active"]
}

/** The states that decisions lead to from the first ones. */
const reachable = (type: TargetType): ReadonlySet<TargetState> => {
  const found = new Set(first[type])
  for (const state of found) {
    for (const action of DecisionAction.literals) {
      const next = stateAfter(type, state, action)
      if (next !== undefined) found.add(next)
    }
  }
  return found
}

describe("transitions", () => {
  it("have no dead end: every state of every target leads back to the first one, and `none` leaves it as it is", () => {
    for (const type of TargetType.literals) {
      deepStrictEqual([...reachable(type)].sort(), [...statesOf(type)].sort(), type)
      for (const state of reachable(type)) {
        // A text that waits is published or hidden: left as it is, nobody would read it again.
        deepStrictEqual(stateAfter(type, state, "none"), state === "waiting" ? undefined : state)
        const isFirst = first[type].includes(state)
        const after = DecisionAction.literals.map((action) => stateAfter(type, state, action))
        const back = after.filter((next) => next === "shown" || next === "active")
        assertTrue(isFirst || back.length > 0, `${type} ${state}`)
      }
    }
  })

  it("undo each action that takes something: the undoing action leads back", () => {
    for (const type of TargetType.literals) {
      for (const from of statesOf(type)) {
        for (const action of DecisionAction.literals) {
          const [to, undo] = [stateAfter(type, from, action), undoing[action]]
          if (to === undefined || undo === null || undo === "none" || to === from) continue
          assertTrue(stateAfter(type, to, undo) !== undefined, `${type} ${from} ${action} ${undo}`)
        }
      }
    }
  })

  it("can be appealed where they take something, and a new action does not compile without its line", () => {
    // @ts-expect-error: `hide` and others are missing
    const incomplete: typeof undoing = { none: null }
    // @ts-expect-error: `hide` and others are missing
    const without: typeof transitions.comment = { none: {} }
    assertTrue(Object.keys({ ...incomplete, ...without }).length < DecisionAction.literals.length)
    const now = DateTime.unsafeMake("2026-03-04T00:00:00Z")
    const parts = { id: 1, target: { type: "post", id: 1 }, excerpt: "", rule: "r", reason: "r", automated: false }
    const decision = Schema.decodeUnknownSync(Decision)
    const fault = (action: DecisionAction) =>
      appealFault(decision({ ...parts, action, until: null, createdAt: DateTime.formatIso(now), appeal: null }), now)
    deepStrictEqual(
      Record.fromEntries(DecisionAction.literals.map((action) => [action, Option.getOrNull(fault(action))])),
      {
        none: "nothingTaken",
        hide: null,
        restore: "nothingTaken",
        publish: "nothingTaken",
        lock: null,
        unlock: "nothingTaken",
        suspend: null,
        unsuspend: "nothingTaken"
      }
    )
  })

  it("give each target the actions that fit it, those of the contract", () => {
    for (const type of TargetType.literals) {
      const taken = new Set(Object.keys(transitions[type]))
      deepStrictEqual(taken, new Set(DecisionAction.literals.filter((action) => fits(type, action))), type)
    }
    const fitting = (type: TargetType) => DecisionAction.literals.filter((action) => fits(type, action))
    deepStrictEqual(fitting("comment"), ["none", "hide", "restore", "publish"])
    deepStrictEqual(fitting("post"), ["none", "hide", "restore", "publish", "lock", "unlock"])
    deepStrictEqual(fitting("user"), ["none", "hide", "restore", "suspend", "unsuspend"])
  })
})
