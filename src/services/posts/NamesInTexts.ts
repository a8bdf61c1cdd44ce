import {
  eponymCandidates,
  type NameCandidate,
  nameCandidates,
  unspacedCandidates
} from "@rare-disease-community/names/texts/NameCandidates"
import { Effect } from "effect"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"

/** The parts of a text that may be names of diseases. The event loop has its turn between the ways to read it. */
export const candidatesIn = (
  text: string,
  { eponyms }: { readonly eponyms: boolean }
): Effect.Effect<ReadonlyArray<NameCandidate>> =>
  Effect.map(
    Effect.forEach([nameCandidates, unspacedCandidates, ...(eponyms ? [eponymCandidates] : [])], (read) =>
      Effect.zipLeft(
        Effect.sync(() => read(text)),
        yieldToEventLoop
      )
    ),
    (found) => found.flat()
  )

/** The keys of all candidates, each once. */
export const keysOf = (candidates: ReadonlyArray<NameCandidate>): ReadonlyArray<string> =>
  Array.from(new Set(candidates.flatMap(({ keys }) => keys)))
