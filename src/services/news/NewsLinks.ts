import { type Context, Effect } from "effect"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import type { DiseasesRepo } from "../../ports/DiseasesRepo.ts"
import { diseasesNamed, linkableNames } from "../../search/posts/DiseaseNaming.ts"
import { nameCandidates } from "../../search/posts/NameCandidates.ts"

/** The diseases that an item may be linked to, and the part of its text that is searched for their names. */
const maxDiseases = 10
const maxNamedCharacters = 4_000

/** Separates the parts of a text, so that no name spans two parts. */
const between = " \u00b7 "

/** The text of a news item that is searched for names of diseases. */
export const newsText = (...parts: ReadonlyArray<string>): string => parts.join(between).slice(0, maxNamedCharacters)

/** The diseases that a news text names, in the order of their first mention. */
export const diseasesNamedIn = (
  diseases: Context.Tag.Service<DiseasesRepo>,
  text: string
): Effect.Effect<ReadonlyArray<DiseaseId>, Unavailable> => {
  const candidates = nameCandidates(text)
  return Effect.map(diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys)))), (names) =>
    diseasesNamed(text, candidates, linkableNames(names)).slice(0, maxDiseases)
  )
}
