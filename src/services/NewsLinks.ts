import { type Context, Effect } from "effect"
import { diseasesNamed, nameCandidates } from "../domain/DiseaseNaming.ts"
import type { DiseaseId } from "../domain/Ids.ts"
import { tellingInNews } from "../domain/NewsDiseases.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { DiseasesRepo } from "../repositories/DiseasesRepo.ts"

/** How many diseases an item is linked to at most, and how much of its text is searched for their names. */
const maxDiseases = 10
const maxNamedCharacters = 4_000

/** Separates two texts, so that no name reaches from one into the other. */
const between = " \u00b7 "

/** The text of a news item in which diseases are looked for. */
export const newsText = (...parts: ReadonlyArray<string>): string => parts.join(between).slice(0, maxNamedCharacters)

/** The diseases that a news text names, in the order of their first mention. */
export const diseasesNamedIn = (
  diseases: Context.Tag.Service<DiseasesRepo>,
  text: string
): Effect.Effect<ReadonlyArray<DiseaseId>, Unavailable> => {
  const candidates = nameCandidates(text)
  return Effect.map(diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys)))), (names) =>
    diseasesNamed(text, candidates, tellingInNews(names)).slice(0, maxDiseases)
  )
}
