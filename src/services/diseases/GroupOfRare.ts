import { Effect, Option } from "effect"
import type { DiseaseId } from "../../domain/Ids.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"

export interface GroupWithPosts {
  readonly id: DiseaseId
  readonly name: string
  /** The number of posts about it and all its forms. */
  readonly posts: number
}

/** In a disease with so many posts, readers find others without its group. */
export const enoughPosts = 10

/** The group of a rare disease: see `Diseases.groupOfRare`. */
export const groupOfRare = Effect.gen(function* () {
  const { index: reading } = yield* DiseaseFinder
  const { postsAbout } = yield* DiseasesRepo

  return Effect.fnUntraced(function* (id: DiseaseId) {
    const index = yield* reading
    const group = index.disease(index.families.groupOf(id) ?? id)
    if (group === undefined || group.id === id) return Option.none<GroupWithPosts>()
    const [own = 0, all = 0] = (yield* postsAbout([id, group.id])).map(({ posts }) => posts)
    return own >= enoughPosts || all <= own
      ? Option.none()
      : Option.some({ id: group.id, name: group.name, posts: all })
  })
})
