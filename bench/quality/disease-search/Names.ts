import type { JudgedDisease } from "./Catalogue.ts"
import { bareSense, folded, Neighbours, sense } from "./Words.ts"

type Ids = ReadonlyArray<string>

/** The diseases of each name, and of texts that are nearly a name. */
export class Names {
  readonly #exact = new Map<string, Set<string>>()
  readonly #mondo = new Map<string, Set<string>>()
  readonly #senses = new Map<string, Set<string>>()
  readonly #bare = new Map<string, Set<string>>()
  readonly #solid = new Map<string, Set<string>>()
  /** All folded names in order. */
  readonly #sorted: ReadonlyArray<string>
  readonly #neighbours: Neighbours

  constructor(diseases: ReadonlyArray<JudgedDisease>) {
    for (const { id, name, otherNames, synonyms } of diseases) {
      for (const own of [name, ...synonyms]) add(this.#mondo, folded(own), id)
      for (const own of new Set([name, ...synonyms, ...otherNames])) {
        add(this.#exact, folded(own), id)
        add(this.#senses, sense(own), id)
        add(this.#bare, bareSense(own), id)
        add(this.#solid, solid(own), id)
      }
    }
    this.#sorted = [...this.#exact.keys()].sort()
    this.#neighbours = new Neighbours(this.#sorted)
  }

  /** The diseases with this name in Mondo, letter by letter except for case, accents and marks. */
  inMondo(text: string): Ids {
    return [...(this.#mondo.get(folded(text)) ?? [])]
  }

  /** The diseases with this name in any vocabulary, letter by letter except for case, accents and marks. */
  exact(text: string): Ids {
    return [...(this.#exact.get(folded(text)) ?? [])]
  }

  /** The diseases whose name says the same, in any right way of writing. */
  same(text: string): Ids {
    return [...new Set([...(this.#senses.get(sense(text)) ?? []), ...(this.#solid.get(solid(text)) ?? [])])]
  }

  /** The same, and diseases whose name differs only by `syndrome`, `disease` or `disorder`. */
  nearlySame(text: string): Ids {
    return [...new Set([...this.same(text), ...(this.#bare.get(bareSense(text)) ?? [])])]
  }

  /** The diseases whose name is at most this many edits away. */
  near(text: string, edits: number): Ids {
    return this.#bearersOf(this.#neighbours.within(folded(text), edits))
  }

  /** The diseases whose name begins like this. */
  startingWith(text: string): Ids {
    const start = folded(text)
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? "") < start) low = middle + 1
      else high = middle
    }
    let end = low
    while (this.#sorted[end]?.startsWith(start)) end++
    return this.#bearersOf(this.#sorted.slice(low, end))
  }

  /** The diseases whose name fits. */
  where(fits: (name: string) => boolean): Ids {
    return this.#bearersOf(this.#sorted.filter(fits))
  }

  #bearersOf(names: ReadonlyArray<string>): Ids {
    return [...new Set(names.flatMap((name) => [...(this.#exact.get(name) ?? [])]))]
  }
}

const solid = (text: string) => folded(text).replaceAll(" ", "")

const add = (map: Map<string, Set<string>>, key: string, id: string) => {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, new Set([id]))
  else ids.add(id)
}
