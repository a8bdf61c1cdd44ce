import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import {
  DecisionAction,
  fits,
  type TargetState,
  TargetType,
  transitions,
  undoing
} from "../../../src/domain/moderation/Target.ts"

/** The states that decisions lead to from the first one. */
const reachable = (type: TargetType): ReadonlySet<TargetState> => {
  const first = type === "user" ? "active" : "shown"
  const found = new Set<TargetState>([first])
  for (const state of found) {
    for (const next of Object.values(transitions[type][state] ?? {})) if (next !== undefined) found.add(next)
  }
  return found
}

describe("transitions", () => {
  it("have no dead end: every state of every target leads back to the first one, and takes `none`", () => {
    for (const type of TargetType.literals) {
      const states = Object.keys(transitions[type])
      deepStrictEqual([...reachable(type)].sort(), states.sort(), type)
      for (const state of reachable(type)) {
        const actions = transitions[type][state] ?? {}
        deepStrictEqual(actions.none, state)
        const isFirst = state === "shown" || state === "active"
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
          if (to === undefined || undo === undefined || to === from) continue
          assertTrue(transitions[type][to]?.[undo] !== undefined, `${type} ${from} ${action} ${undo}`)
        }
      }
    }
  })

  it("fit the targets of the contract", () => {
    const fitting = (type: TargetType) => DecisionAction.literals.filter((action) => fits(type, action))
    deepStrictEqual(fitting("comment"), ["none", "hide", "restore"])
    deepStrictEqual(fitting("post"), ["none", "hide", "restore", "lock", "unlock"])
    deepStrictEqual(fitting("user"), ["none", "hide", "restore", "suspend", "unsuspend"])
  })
})
