import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { rangeAt } from "@rare-disease-community/text/arrays/PackedTexts"
import type { MatchedOn } from "./MatchedOn.ts"
import { codesIn, keyOf, type NameCode } from "./NameCodes.ts"

/** A name to be stored. */
export interface NewName {
  readonly disease: DiseaseId
  readonly matchedOn: MatchedOn
  /** Ids of the vocabulary. */
  readonly words: ReadonlyArray<number>
  /** All its words in one, so that hyphens and spaces make no difference. */
  readonly joined: string
}

type Kind = Omit<MatchedOn, "text">

/** A stored name, taken apart into words. It reads its columns, until the name is removed. */
export class IndexedName implements NewName {
  readonly #table: NameTable
  readonly #id: number

  constructor(table: NameTable, id: number) {
    this.#table = table
    this.#id = id
  }

  get disease(): DiseaseId {
    return this.#table.disease(this.#id)
  }

  get matchedOn(): MatchedOn {
    return { ...this.#table.kind(this.#id), text: this.text }
  }

  get field(): MatchedOn["field"] {
    return this.#table.kind(this.#id).field
  }

  get lang(): string | undefined {
    return this.#table.kind(this.#id).lang
  }

  get text(): string {
    return this.#table.text(this.#id)
  }

  get words(): ReadonlyArray<number> {
    return this.#table.words(this.#id)
  }

  get joined(): string {
    return this.#table.joined(this.#id)
  }

  /** The codes in it. */
  get codes(): ReadonlyArray<NameCode> {
    return this.#table.codes(this.#id)
  }

  /** See `NameTable.someWord`. */
  someWord(is: (word: number) => boolean): boolean {
    return this.#table.someWord(this.#id, is)
  }
}

/** The room for so many items and as many as a quarter more. */
const roomFor = (items: number) => Math.max(1_024, Math.ceil(items * 1.25))

/** The items of a typed array in a larger one. */
const grown = <A extends Int32Array | Uint32Array | Uint16Array>(array: A, larger: A): A => {
  larger.set(array)
  return larger
}

/** The names of diseases by number, in columns: an object for each of 130,000 would take 20 MB more. */
export class NameTable {
  readonly #texts: Array<string | undefined> = []
  readonly #joined: Array<string> = []
  #diseases = new Int32Array(0)
  /** Places in `#kinds`. */
  #kindOf = new Uint16Array(0)
  readonly #kinds: Array<Kind> = []
  /** Places in `#codes`, or 0 until the codes of a name are asked for: reading those of all takes a second. */
  #codesOf = new Int32Array(0)
  /** Thousands of names have the same codes. */
  readonly #codes: Array<ReadonlyArray<NameCode>> = [[]]
  readonly #placeOfCodes = new Map<string, number>()
  /** The words of all names one after another, and where those of each begin. */
  #words = new Int32Array(0)
  #offsets = new Uint32Array(1)
  /** By a number of words, the numbers of removed names that had so many: a new name with as many takes their room. */
  readonly #free: Array<Array<number>> = []

  /** One more than the highest number of a name. */
  get capacity(): number {
    return this.#texts.length
  }

  /** Stores a name, and returns its number. */
  add({ disease, joined, matchedOn, words }: NewName): number {
    const id = this.#free[words.length]?.pop() ?? this.#append(words.length)
    this.#texts[id] = matchedOn.text
    this.#joined[id] = joined
    this.#diseases[id] = disease
    this.#kindOf[id] = this.#placeOfKind(matchedOn)
    this.#codesOf[id] = 0
    this.#words.set(words, at(this.#offsets, id))
    return id
  }

  /** A new number, with room for so many words. */
  #append(words: number): number {
    const id = this.capacity
    if (id >= this.#diseases.length) {
      const room = roomFor(id)
      this.#diseases = grown(this.#diseases, new Int32Array(room))
      this.#codesOf = grown(this.#codesOf, new Int32Array(room))
      this.#kindOf = grown(this.#kindOf, new Uint16Array(room))
      this.#offsets = grown(this.#offsets, new Uint32Array(room + 1))
    }
    const end = at(this.#offsets, id) + words
    if (end > this.#words.length) this.#words = grown(this.#words, new Int32Array(roomFor(end)))
    this.#offsets[id + 1] = end
    return id
  }

  #placeOf(codes: ReadonlyArray<NameCode>): number {
    const key = codes.map(keyOf).join("\n")
    const place = this.#placeOfCodes.get(key) ?? this.#codes.push(codes) - 1
    this.#placeOfCodes.set(key, place)
    return place
  }

  #placeOfKind({ field, lang }: MatchedOn): number {
    const place = this.#kinds.findIndex((kind) => kind.field === field && kind.lang === lang)
    return place < 0 ? this.#kinds.push(lang === undefined ? { field } : { field, lang }) - 1 : place
  }

  /** Removes a name that is stored. */
  remove(id: number): void {
    const { from, to } = rangeAt(this.#offsets, id)
    this.#texts[id] = undefined
    this.#joined[id] = ""
    this.#free[to - from] ??= []
    this.#free[to - from]?.push(id)
  }

  name(id: number): IndexedName | undefined {
    return this.#texts[id] === undefined ? undefined : new IndexedName(this, id)
  }

  disease(id: number): DiseaseId {
    return DiseaseId(at(this.#diseases, id))
  }

  text(id: number): string {
    return at(this.#texts, id)
  }

  kind(id: number): Kind {
    return at(this.#kinds, at(this.#kindOf, id))
  }

  joined(id: number): string {
    return at(this.#joined, id)
  }

  codes(id: number): ReadonlyArray<NameCode> {
    const known = at(this.#codesOf, id)
    const place = known === 0 ? this.#placeOf(codesIn(this.text(id))) : known
    this.#codesOf[id] = place
    return at(this.#codes, place)
  }

  words(id: number): ReadonlyArray<number> {
    const { from, to } = rangeAt(this.#offsets, id)
    return Array.from(this.#words.subarray(from, to))
  }

  /** True if one of its words is what is asked for. */
  someWord(id: number, is: (word: number) => boolean): boolean {
    const to = at(this.#offsets, id + 1)
    for (let place = at(this.#offsets, id); place < to; place++) if (is(at(this.#words, place))) return true
    return false
  }

  /** The sum of a weight of each of its words. */
  sumOf(id: number, weight: (word: number) => number): number {
    let sum = 0
    const to = at(this.#offsets, id + 1)
    for (let place = at(this.#offsets, id); place < to; place++) sum += weight(at(this.#words, place))
    return sum
  }
}
