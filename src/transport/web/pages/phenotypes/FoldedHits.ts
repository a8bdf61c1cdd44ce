import type { Disease } from "../../../../domain/diseases/Disease.ts"

/** The diseases that are shown at first, and that each "more" adds. */
export const hitsShown = 10

export type Match = NonNullable<Disease["matched"]>[number]

/** True where the disease has the very sign, and not only a similar one. */
export const isSame = ({ by, id }: Match) => by === id

/** A disease of a page, or several that are forms of one group: they fold under it where the first of them is. */
export interface Folded {
  /** The place of the first of them on the page, which may be the group itself. */
  readonly place: number
  readonly group?: NonNullable<Disease["group"]>
  readonly hits: ReadonlyArray<{ readonly disease: Disease; readonly place: number }>
}

const fold = (diseases: ReadonlyArray<Disease>): ReadonlyArray<Folded> => {
  const forms = new Map<number, Array<Folded["hits"][number]>>()
  const folded: Array<Folded> = []
  for (const [at, disease] of diseases.entries()) {
    const { group } = disease
    const place = at + 1
    const hit = { disease, place }
    const known = group === undefined ? undefined : forms.get(group.id)
    if (known !== undefined) known.push(hit)
    else if (group === undefined) folded.push({ place, hits: [hit] })
    else {
      // The group itself is the heading.
      const hits = group.id === disease.id ? [] : [hit]
      forms.set(group.id, hits)
      folded.push({ place, group, hits })
    }
  }
  return folded
}

/** The place after which all diseases have similar signs only; the last one where no disease has the very sign. */
const lastSame = (diseases: ReadonlyArray<Disease>): number =>
  diseases.findLastIndex(({ matched = [] }) => matched.some(isSame)) + 1 || diseases.length

/**
 * The diseases of a page, folded by their groups. Where `isApart`, the last ones are apart if they have similar signs
 * only.
 */
export const foldedHits = (diseases: ReadonlyArray<Disease>, isApart: boolean) => {
  const last = isApart ? lastSame(diseases) : diseases.length
  const folded = fold(diseases)
  return {
    shown: folded.filter(({ place }) => place <= last),
    similar: folded.filter(({ place }) => place > last)
  }
}
