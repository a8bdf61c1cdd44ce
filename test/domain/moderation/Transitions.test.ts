import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Option, Record, Schema } from "effect"
import { appealFault, Decision } from "../../../src/domain/moderation/Decision.ts"
import {
  DecisionAction,
  fits,
  type TargetState,
  TargetType,
  transitions,
  undoing
} from "../../../src/domain/moderation/Target.ts"

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
    for (const next of Object.values(transitions[type][state] ?? {})) if (next !== undefined) found.add(next)
  }
  return found
}

describe("transitions", () => {
  it("have no dead end: every state of every target leads back to the first one, and `none` leaves it as it is", () => {
    for (const type of TargetType.literals) {
      const states = Object.keys(transitions[type])
      deepStrictEqual([...reachable(type)].sort(), states.sort(), type)
      for (const state of reachable(type)) {
        const actions = transitions[type][state] ?? {}
        // A text that waits is published or hidden: left as it is, nobody would read it again.
        deepStrictEqual(actions.none, state === "waiting" ? undefined : state)
        const isFirst = first[type].includes(state)
        const back = Object.values(actions).filter((next) => next === "shown" || next === "active")
        assertTrue(isFirst || back.length > 0, `${type} ${state}`)
      }
    }
  })

  it("undo each action that takes something: the undoing action leads back", () => {
    for (const type of TargetType.literals) {
      for (const [from, actions] of Object.entries(transitions[type])) {
        for (const action of DecisionAction.literals) {
          const [to, undo] = [actions[action], undoing[action]]
          if (to === undefined || undo === null || undo === "none" || to === from) continue
          assertTrue(transitions[type][to]?.[undo] !== undefined, `${type} ${from} ${action} ${undo}`)
        }
      }
    }
  })

  it("can be appealed where they take something, and a new action does not compile without its line", () => {
    // @ts-expect-error: `hide` and others are missing
    const incomplete: typeof undoing = { none: null }
    assertTrue(Object.keys(incomplete).length < DecisionAction.literals.length)
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
      const taken = new Set(Object.values(transitions[type]).flatMap((taken) => Object.keys(taken)))
      deepStrictEqual(taken, new Set(DecisionAction.literals.filter((action) => fits(type, action))), type)
    }
    const fitting = (type: TargetType) => DecisionAction.literals.filter((action) => fits(type, action))
    deepStrictEqual(fitting("comment"), ["none", "hide", "restore", "publish"])
    deepStrictEqual(fitting("post"), ["none", "hide", "restore", "publish", "lock", "unlock"])
    deepStrictEqual(fitting("user"), ["none", "hide", "restore", "suspend", "unsuspend"])
  })
})
