import type { Random } from "../../driver/Random.ts"
import type { JudgedDisease } from "./Catalogue.ts"
import { addresses, Bearers, bare, prefixed, type Way, written } from "./Codes.ts"
import { Names } from "./Names.ts"
import type { Query } from "./QuerySet.ts"
import { anyEdit, type Change } from "./Typing.ts"
import { distance, folded, wordsOf } from "./Words.ts"

/**
 * Makes a query of a name or a code, with its right answers. A query is dropped where a careful expert could not decide
 * which disease is meant. No query is dropped by hand.
 */

/** One attempt; none when the name drawn has no such form, or a rule drops it. */
export type Recipe = (random: Random) => Query | undefined

/** A query with more right answers than this is dropped. */
const maxMeant = 3

const unique = (...ids: ReadonlyArray<ReadonlyArray<string>>) => [...new Set(ids.flat())].sort()
const isPart = (some: ReadonlyArray<string>, all: ReadonlyArray<string>) => some.every((id) => all.includes(id))

const abbreviation = /^(?=.*[A-Z].*[A-Z])[A-Z][A-Za-z0-9-]{1,7}$/

export class Rules {
  readonly names: Names
  readonly #bearers: Bearers
  readonly #diseases: ReadonlyArray<JudgedDisease>
  readonly #abbreviations: ReadonlyArray<string>
  readonly #frequency = new Map<string, number>()

  constructor(diseases: ReadonlyArray<JudgedDisease>) {
    this.#diseases = diseases
    this.names = new Names(diseases)
    this.#bearers = new Bearers(diseases)
    this.#abbreviations = diseases.flatMap(({ synonyms }) => synonyms.filter((name) => abbreviation.test(name)))
    for (const { name, synonyms } of diseases) {
      for (const word of new Set([name, ...synonyms].flatMap(wordsOf))) {
        this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1)
      }
    }
  }

  /** The current name of a disease. */
  readonly label = (random: Random) => random.pick(this.#diseases).name

  /** Another name of a disease that is not an abbreviation. */
  readonly synonym = (random: Random) => {
    const names = random.pick(this.#diseases).synonyms.filter((name) => !abbreviation.test(name))
    return names.length === 0 ? undefined : random.pick(names)
  }

  readonly abbreviation = (random: Random) => random.pick(this.#abbreviations)

  /** Any name that is not an abbreviation, the current one half of the time. */
  readonly name = (random: Random) => (random.next() < 0.5 ? this.label(random) : this.synonym(random))

  /** Asked unchanged: all diseases that bear it, letter by letter, are right. */
  exact(draw: (random: Random) => string | undefined): Recipe {
    return (random) => {
      const search = draw(random)
      return search === undefined ? undefined : { search, accept: unique(this.names.exact(search)) }
    }
  }

  /** A name of several diseases: all of them must be found. */
  shared(): Recipe {
    return (random) => {
      const search = random.next() < 0.5 ? this.abbreviation(random) : (this.synonym(random) ?? "")
      const accept = unique(this.names.inMondo(search))
      const isShared = accept.length > 1 && accept.length < 5 && isPart(this.names.nearlySame(search), accept)
      return isShared ? { search, accept, required: accept } : undefined
    }
  }

  /** Another right way of writing: who bears the name, and whose name the text says in any right way of writing. */
  rewritten(change: Change, draw = this.name): Recipe {
    return (random) => {
      const name = draw(random)
      const search = name === undefined ? undefined : change(name, random)
      if (name === undefined || search === undefined) return undefined
      const accept = unique(this.names.same(name), this.names.same(search))
      return accept.length > maxMeant ? undefined : { search, accept }
    }
  }

  /**
   * A wrong way of writing: dropped when a name of another disease is as near to the typed one as the name that was
   * meant.
   */
  mistyped(change: Change, fits: (name: string) => boolean): Recipe {
    return (random) => {
      const name = this.name(random)
      const search = name === undefined || !fits(name) ? undefined : change(name, random)
      if (name === undefined || search === undefined) return undefined
      const edits = distance(folded(search), folded(name), 4)
      const accept = unique(this.names.same(name), this.names.same(search))
      const isClear = edits > 0 && edits <= 4 && accept.length <= maxMeant
      return isClear && isPart(this.names.near(search, edits), accept) ? { search, accept } : undefined
    }
  }

  /** A mistyped name, written and surrounded in other ways besides. */
  noisy(mistyped: Recipe, changes: ReadonlyArray<Change>): Recipe {
    return (random) => {
      const query = mistyped(random)
      if (query === undefined) return undefined
      const search = random
        .shuffled(changes)
        .slice(0, 2)
        .reduce((text, change) => change(text, random) ?? text, query.search)
      return { ...query, search }
    }
  }

  /** A name within other words: who bears the name. */
  surrounded(templates: ReadonlyArray<string>): Recipe {
    return (random) => {
      const name = this.name(random) ?? ""
      const accept = unique(this.names.same(name))
      if (folded(name).length < 7 || name.length > 60 || accept.length === 0 || accept.length > maxMeant)
        return undefined
      return { search: random.pick(templates).replace("{}", name), accept }
    }
  }

  /**
   * A person's name with and without a possessive: names that differ only by `syndrome` and `disease` count. With the
   * other of the two, it is dropped when that fits another disease with this person in its name.
   */
  eponym(): Recipe {
    const forms = ["{}'s #", "{}’s #", "{}s #", "{}", "{}'s", "# of {}", "{}s", "{} %"]
    return (random) => {
      const name = this.name(random) ?? ""
      const [, person = "", noun = ""] =
        /^((?:[A-Z]\p{Ll}+)(?:-[A-Z]\p{Ll}+)*)(?:['’]s)? (syndrome|disease)$/u.exec(name) ?? []
      if (person === "") return undefined
      const form = random.pick(forms)
      const other = noun === "disease" ? "syndrome" : "disease"
      const search = form.replace("{}", person).replace("#", noun).replace("%", other)
      const accept = unique(this.names.nearlySame(name), this.names.nearlySame(search))
      const others = form.endsWith("%") ? this.names.where((named) => hasAll(named, wordsOf(search))) : []
      const isClear = search !== name && accept.length <= maxMeant && isPart(others, accept)
      return isClear ? { search, accept } : undefined
    }
  }

  /** The beginning of a name, as soon as it begins the names of three diseases at most; mistyped if one asks so. */
  begun(isMistyped: boolean): Recipe {
    return (random) => {
      const name = this.name(random) ?? ""
      let length = isMistyped ? 8 : 6
      while (length < name.length - 2 && this.names.startingWith(name.slice(0, length)).length > maxMeant) length++
      length += random.between(0, 3)
      if (length > Math.min(28, name.length - 2)) return undefined
      const start = name.slice(0, length).trim()
      const typed = isMistyped ? anyEdit(start, random) : start
      if (typed === undefined) return undefined
      const search = random.next() < 0.5 ? typed : typed.toLowerCase()
      const wanted = folded(search)
      const accept = unique(
        isMistyped ? this.names.where((other) => beginsNearly(other, wanted)) : this.names.startingWith(search)
      )
      return accept.length === 0 || accept.length > maxMeant ? undefined : { search, accept }
    }
  }

  /** The beginnings of the words of a name: who has a name of words that begin so, in that order. */
  clipped(): Recipe {
    return (random) => {
      const words = wordsOf(this.name(random) ?? "")
      const long = words.filter((word) => /^[a-z]{6,}$/.test(word))
      if (words.length < 2 || words.length > 5 || long.length < 2) return undefined
      const pieces = words.map((word) =>
        long.includes(word) ? word.slice(0, random.between(4, word.length - 2)) : word
      )
      const accept = unique(this.names.where((name) => inOrder(name, pieces)))
      return accept.length > maxMeant ? undefined : { search: pieces.join(" "), accept }
    }
  }

  /** One or two of the commonest words left out: who has a name with all the others. */
  shortened(): Recipe {
    return (random) => {
      const name = this.name(random) ?? ""
      const words = wordsOf(name)
      if (words.length < 4 || words.length > 8) return undefined
      const common = [...new Set(words.filter((word) => word.length > 2 && !/\d/.test(word)))]
        .sort((one, other) => (this.#frequency.get(other) ?? 0) - (this.#frequency.get(one) ?? 0))
        .slice(0, random.between(1, 2))
      const left = words.filter((word) => !common.includes(word))
      const accept = unique(
        this.names.same(left.join(" ")),
        this.names.where((other) => hasAll(other, left))
      )
      return left.length < 2 || accept.length > maxMeant ? undefined : { search: left.join(" "), accept }
    }
  }

  /** A code in one of several ways; `isBare` when any vocabulary may be meant. */
  code(ways: ReadonlyArray<Way>, isBare: boolean): Recipe {
    return (random) => {
      const { of, way } = random.pick(ways)
      const codes = random.pick(this.#diseases).codes.get(of) ?? []
      if (codes.length === 0) return undefined
      const code = random.pick(codes)
      if (code.includes("-") || (isBare && code.length < 3)) return undefined
      const accept = isBare ? this.#bearers.anywhere(code) : this.#bearers.within(of, code)
      return { search: written(way, code), accept: unique(accept) }
    }
  }

  /** A number that Orphanet, OMIM or GARD give to different diseases: all of them must be found. */
  sharedNumber(): Recipe {
    return (random) => {
      const { codes } = random.pick(this.#diseases)
      const [search = ""] = codes.get("orpha") ?? []
      const required = unique(...(["orpha", "omim", "gard"] as const).map((of) => this.#bearers.within(of, search)))
      const accept = unique(this.#bearers.anywhere(search))
      return search !== "" && required.length > 1 && accept.length < 5 ? { search, accept, required } : undefined
    }
  }

  /** All classes of codes. */
  codes(): Readonly<Record<string, Recipe>> {
    const classes = (of: typeof prefixed, isBare: boolean) =>
      Object.entries(of).map(([name, ways]) => [name, this.code(ways, isBare)] as const)
    return Object.fromEntries([
      ...classes(prefixed, false),
      ["code in an address", this.code(addresses, false)],
      ...classes(bare, true),
      ["number of several", this.sharedNumber()]
    ])
  }
}

const hasAll = (name: string, words: ReadonlyArray<string>) => words.every((word) => ` ${name} `.includes(` ${word} `))

/** True if a name begins with a text, give or take one edit. */
const beginsNearly = (name: string, text: string) => {
  const half = text.length >> 1
  if (!name.startsWith(text.slice(0, half)) && !name.slice(0, text.length + 1).includes(text.slice(half))) return false
  return [-1, 0, 1].some((more) => distance(name.slice(0, text.length + more), text, 1) <= 1)
}

const inOrder = (name: string, pieces: ReadonlyArray<string>) => {
  let next = 0
  for (const word of name.split(" ")) if (word.startsWith(pieces[next] ?? "\n")) next++
  return next === pieces.length
}
