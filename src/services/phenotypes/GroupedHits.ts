import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { maxDiseasesFound } from "@rare-disease-community/names/Limits"
import type { RankedHit } from "@rare-disease-community/signs/PhenotypeRanking"
import { Effect } from "effect"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { FittingGroup } from "../../domain/phenotypes/Phenotype.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"

/** The group of a hit, and the number of forms of it that fit. */
export interface HitGroup {
  readonly id: DiseaseId
  readonly forms: number
}

export interface GroupedHit extends RankedHit {
  readonly group?: HitGroup
  /** Of a group that is a hit by its forms: the commonest of those that fit best. */
  readonly bestForm?: DiseaseId
}

/** A form fits if it has at least this share of the score of the first hit. */
const fittingShare = 0.5

/** A group of at least so many fitting forms is a hit itself. */
const minForms = 3

/** A form fits nearly as well as the best of its group if it has at least this share of its score. */
const bestShare = 0.9

/** Who has a form with this share of the people of all known forms of a group has the group: both are one result. */
const nearlyAll = 0.8

/** The score that a group gains each time that twice as many of its forms fit. */
const perDoubling = 0.02

/** The number of hits after which the reading of groups yields. */
const hitsAtOnce = 16

interface Options {
  readonly index: DiseaseIndex
  /** True to put groups before their forms: people name few signs of a group, and its forms have descriptions. */
  readonly putsGroups: boolean
  readonly isWanted: (id: DiseaseId) => boolean
}

/** The groups of the hits that fit, by hit, and the hits of each by group. */
function* readGroups(hits: ReadonlyArray<RankedHit>, index: DiseaseIndex) {
  const best = hits[0]?.score ?? 0
  const groups = new Map<DiseaseId, DiseaseId>()
  const forms = new Map<DiseaseId, number>()
  for (const [at, { id, score }] of hits.entries()) {
    if (score < best * fittingShare) break
    if (at % hitsAtOnce === 0) yield
    const group = index.families.namedGroupOf(id)
    if (group === undefined) continue
    groups.set(id, group)
    forms.set(group, (forms.get(group) ?? 0) + 1)
  }
  return { groups, forms }
}

/**
 * Names the group of each hit of which several forms fit. With `putsGroups` a group of many fitting forms is a hit
 * itself, the higher the more of them fit, but never the first, and its commonest form follows it; none whose
 * commonest form is first, or is what nearly all people of the group have.
 */
export function* withGroups(
  hits: ReadonlyArray<RankedHit>,
  { index, isWanted, putsGroups }: Options
): Generator<void, ReadonlyArray<GroupedHit>> {
  const { forms: counts, groups } = yield* readGroups(hits, index)
  const grouped = hits.map((hit): GroupedHit => {
    const id = groups.get(hit.id)
    const count = id === undefined ? 0 : (counts.get(id) ?? 0)
    return id === undefined || count < 2 ? hit : { ...hit, group: { id, forms: count } }
  })
  const [first, ...others] = grouped
  if (!putsGroups || first === undefined) return grouped
  // Where the commonest form is first already, its group would be the same evidence once more.
  const put = groupsToPut(grouped, index).filter(
    ({ bestForm, group }) => isWanted(group.id) && group.id !== first.id && bestForm !== first.id
  )
  const groupHits = put.map(({ bestForm, group, score }) => {
    const more = perDoubling * Math.log2(group.forms)
    const sum = Math.min(first.score, score + more)
    return { id: group.id, score: Math.round(sum * 1_000) / 1_000, group, bestForm }
  })
  const commonest = new Map(
    put.map(({ bestForm, group }, at) => [bestForm, { group, score: groupHits[at]?.score ?? 0 }])
  )
  const forms = others
    .filter(({ id }) => !put.some(({ group }) => group.id === id))
    .map((hit) => ({ ...hit, score: commonest.get(hit.id)?.score ?? hit.score }))
  // Sorting is stable: of equals a group comes before its forms.
  return [first, ...[...groupHits, ...forms].sort((one, other) => other.score - one.score)].slice(0, maxDiseasesFound)
}

/** The groups of at least `minForms`, with the score of the best form, and the form that most people have. */
const groupsToPut = (hits: ReadonlyArray<GroupedHit>, index: DiseaseIndex) => {
  const found = new Map<DiseaseId, { group: HitGroup; score: number; bestForm: DiseaseId; people: Array<number> }>()
  const people = (id: DiseaseId) => index.disease(id)?.perMillion ?? 0
  for (const { group, id, score } of hits) {
    if (group === undefined || group.forms < minForms || id === group.id) continue
    const known = found.get(group.id)
    if (known === undefined) found.set(group.id, { group, score, bestForm: id, people: [people(id)] })
    else {
      known.people.push(people(id))
      if (score >= bestShare * known.score && people(id) > people(known.bestForm)) known.bestForm = id
    }
  }
  return Array.from(found.values()).filter((one) => {
    const known = one.people.filter((some) => some > 0)
    const sum = known.reduce((all, some) => all + some, 0)
    return known.length < 2 || people(one.bestForm) < nearlyAll * sum
  })
}

const isGroup = (hit: GroupedHit) => hit.group?.id === hit.id

/** The hits among which groups with posts come first. */
const hitsLookedAt = 10

/** For searches with one sign, which many diseases have: where people write comes before what nobody has counted. */
export const groupsWithPostsFirst = Effect.map(DiseasesRepo, ({ postsAbout }) =>
  Effect.fnUntraced(function* (hits: ReadonlyArray<GroupedHit>, isCounted: (hit: GroupedHit) => boolean) {
    const groups = hits.slice(0, hitsLookedAt).filter(isGroup)
    const hasPosts = groups.length === 0 ? [] : yield* postsAbout(groups.map(({ id }) => id))
    const ids = new Set(hasPosts.filter(({ posts }) => posts > 0).map(({ id }) => id))
    return withFirstGroups(hits, ids, isCounted)
  })
)

/** Puts some groups before the hits that are not counted. */
export const withFirstGroups = (
  hits: ReadonlyArray<GroupedHit>,
  groups: ReadonlySet<DiseaseId>,
  isCounted: (hit: GroupedHit) => boolean
): ReadonlyArray<GroupedHit> => {
  const last = hits.findLastIndex((hit) => isGroup(hit) && groups.has(hit.id))
  const above = hits.slice(0, last + 1)
  const stays = new Set(above.filter((hit) => groups.has(hit.id) || isCounted(hit)))
  const score = above.at(-1)?.score ?? 0
  const moved = above.filter((hit) => !stays.has(hit)).map((hit) => ({ ...hit, score }))
  return [...stays, ...moved, ...hits.slice(last + 1)]
}

/** Reads the records of the groups of hits, all in one query. */
export const recordsOfGroups = Effect.gen(function* () {
  const finder = yield* DiseaseFinder
  const { postsAbout } = yield* DiseasesRepo

  return Effect.fnUntraced(function* (found: ReadonlyArray<{ readonly hit: GroupedHit }>, lang: string | undefined) {
    const ids = Array.from(new Set(found.flatMap(({ hit }) => hit.group?.id ?? [])))
    const posts = new Map((yield* postsAbout(ids)).map((counted) => [counted.id, counted.posts]))
    const index = yield* finder.index
    const names = yield* finder.localNames
    return ({ forms, id }: HitGroup): FittingGroup => ({
      id,
      name: index.disease(id)?.name ?? "",
      ...(lang === undefined ? {} : { localName: names.main(index.disease(id)?.codes ?? [], lang) }),
      forms,
      postCount: posts.get(id) ?? 0
    })
  })
})
