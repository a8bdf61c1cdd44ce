import { itemsAt, type PhenotypeData, type Term } from "./PhenotypeData.ts"

/** By phenotype: its information content (`DiseaseProfiles`). */
interface Informed {
  readonly information: Float32Array
}

/** A function of phenotypes that computes each result once. */
export const byTerm = <A>(of: (term: Term) => A): ((term: Term) => A) => {
  const known = new Map<Term, A>()
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    const found = of(term)
    known.set(term, found)
    return found
  }
}

/** By phenotype: the information that it shares with some others, which is that of the most specific one above both. */
export const sharedInformation = (
  { ancestors }: PhenotypeData,
  { information }: Informed,
  terms: ReadonlyArray<Term>
): ((term: Term) => number) => {
  const marked = new Set(terms.flatMap((term) => Array.from(itemsAt(ancestors, term))))
  return byTerm((term) => {
    let most = 0
    for (const above of itemsAt(ancestors, term)) {
      const value = information[above] ?? 0
      if (value > most && marked.has(above)) most = value
    }
    return most
  })
}

/** The same with each of some signs, in their order, in one pass for all of them. */
export const sharedWithEach = (
  { ancestors }: PhenotypeData,
  { information }: Informed,
  signs: ReadonlyArray<Term>
): ((term: Term) => Float32Array) => {
  const placesBelow = new Map<Term, Array<number>>()
  for (const [place, sign] of signs.entries()) {
    for (const above of itemsAt(ancestors, sign)) {
      const places = placesBelow.get(above)
      if (places === undefined) placesBelow.set(above, [place])
      else places.push(place)
    }
  }
  return byTerm((term) => {
    const most = new Float32Array(signs.length)
    for (const above of itemsAt(ancestors, term)) {
      const value = information[above] ?? 0
      for (const place of placesBelow.get(above) ?? []) if (value > (most[place] ?? 0)) most[place] = value
    }
    return most
  })
}
