import { type TargetState, type TargetType, transitions } from "../../../src/domain/moderation/Target.ts"

/** The states in which some action on targets of a type may be taken. */
export const statesOf = (type: TargetType): ReadonlyArray<TargetState> => {
  const states = Object.values(transitions[type]).flatMap((byState) => Object.keys(byState))
  return [...new Set(states)] as ReadonlyArray<TargetState>
}
