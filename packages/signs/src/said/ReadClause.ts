import type { Match } from "../SignMatcher.ts"
import type { SignWord } from "../SignWords.ts"
import type { Range } from "../WordPatterns.ts"
import type { Clause } from "./Clauses.ts"
import type { Denying } from "./DenialWords.ts"

/** A clause of a sentence with its words, and the signs that were found in it, in order. */
export interface ReadClause {
  readonly clause: Clause
  readonly words: ReadonlyArray<SignWord>
  readonly matches: ReadonlyArray<Match>
  /** The phrases of the clause that deny, and those that leave open what a sign is, in order. */
  readonly denying: ReadonlyArray<Denying>
  readonly unsettled: ReadonlyArray<Range>
}
