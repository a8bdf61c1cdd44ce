import { Effect } from "effect"
import type { HelpLine } from "../../../../domain/HelpLine.ts"
import { PhenotypeSearch } from "../../../../services/phenotypes/PhenotypeSearch.ts"

/** Gives the lines to call for words which say that somebody thinks of ending their life; none while signs load. */
export const makeHelpFor = Effect.map(
  PhenotypeSearch,
  (signs) =>
    (symptoms: string, lang: string | undefined): Effect.Effect<ReadonlyArray<HelpLine>> =>
      signs.read({ symptoms, lang }).pipe(
        Effect.map(({ understood }) => understood.helpLines ?? []),
        Effect.orElseSucceed(() => [])
      )
)
