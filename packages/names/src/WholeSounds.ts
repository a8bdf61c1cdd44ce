import { editDistance } from "@rare-disease-community/text/EditDistance"
import { FuzzyWords } from "@rare-disease-community/text/FuzzyWords"
import { soundOf } from "@rare-disease-community/text/Spelling"
import { HashedIds, type Ids, idsOf, withId, withoutId } from "./IndexedIds.ts"
import { eponymNouns } from "./SearchWords.ts"

/** The most typing errors in a noun that a name is heard with or without. */
const maxNounErrors = 2

const isNoun = (word: string) =>
  (word.startsWith("s") || word.startsWith("d")) &&
  eponymNouns.some((noun) => editDistance(word, noun, maxNounErrors) <= maxNounErrors)

/** Vowels, which are one sound here, and sounds with voice by those without, which are confused: "fon willebrant". */
const alike: Readonly<Record<string, string>> = {
  e: "a",
  i: "a",
  o: "a",
  u: "a",
  v: "f",
  d: "t",
  b: "p",
  g: "k",
  j: "s"
}

/** The fewest sounds of a name that is found by its whole sound. */
const minSounds = 5

/** The most words of a name that is found by its whole sound. */
const maxWords = 5

/** A name may differ in one sound for so many that it has. */
const soundsPerError = 5

/** The most sounds in which a name may differ from a search. */
const maxErrors = 3

const soundsOf = (words: ReadonlyArray<string>): string =>
  words
    .filter((word) => !isNoun(word))
    .map((word) => soundOf(word))
    .join("")

/**
 * How words sound one after another, whatever is between them: "gud pascher" for "Goodpasture". Vowels are one, since
 * each language writes them otherwise, and so are consonants with voice and without.
 */
const wholeSound = (words: ReadonlyArray<string>): string => {
  let whole = ""
  for (const letter of soundsOf(words)) {
    const sound = alike[letter] ?? letter
    if (!whole.endsWith(sound)) whole += sound
  }
  return whole.replace(/a$/, "")
}

/** The share of sounds that two runs of words have in common, where vowels and voice count. */
export const soundSimilarity = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const [first, second] = [soundsOf(one), soundsOf(other)]
  const most = Math.max(first.length, second.length)
  return 1 - editDistance(first, second, most) / most
}

/** Names by their whole sound. */
export class WholeSounds {
  readonly #sounds: Array<string> = []
  /** By the place of a sound, the names with it. */
  readonly #names: Array<Ids> = []
  readonly #places = new HashedIds()
  readonly #alike = new FuzzyWords({
    errorsOf: (sounds) => Math.min(maxErrors, Math.floor(sounds / soundsPerError)),
    sameInitial: true,
    wordOf: (place) => this.#sounds[place] ?? ""
  })

  add(words: ReadonlyArray<string>, name: number): void {
    const sound = words.length > maxWords ? "" : wholeSound(words)
    if (sound.length < minSounds) return
    const known = this.#placeOf(sound)
    const place = known ?? this.#sounds.push(sound) - 1
    if (known === undefined) {
      this.#places.add(sound, place)
      this.#alike.add(sound, place)
    }
    this.#names[place] = withId(this.#names[place], name)
  }

  #placeOf(sound: string): number | undefined {
    return this.#places.at(sound).find((place) => this.#sounds[place] === sound)
  }

  remove(words: ReadonlyArray<string>, name: number): void {
    const place = words.length > maxWords ? undefined : this.#placeOf(wholeSound(words))
    if (place !== undefined) this.#names[place] = withoutId(this.#names[place], name)
  }

  /** The names that may sound like some words. */
  find(words: ReadonlyArray<string>): ReadonlyArray<number> {
    const sound = wholeSound(words)
    const names: Array<number> = []
    if (sound.length < minSounds) return names
    this.#alike.near(sound, (place) => {
      names.push(...idsOf(this.#names[place]))
    })
    return names
  }
}
