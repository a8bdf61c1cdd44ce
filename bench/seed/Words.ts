import { Random } from "../driver/Random.ts"

const little =
  "the and of to a in is it that for was on with my we but have not this be they at or from had as our by an you".split(
    " "
  )

const onsets = "b c d f g h k l m n p r s t v br cl dr fl gr pl pr sc st tr".split(" ")
const vowels = "a e i o u ai ea io ou".split(" ")
const endings = ["", "n", "r", "s", "t", "l", "m", "nd", "st", "ing", "ed", "tion", "ment", "osis", "itis", "emia"]

const vocabularySize = 5_000
const titleWords = 3

const madeWord = (random: Random): string => {
  const syllable = () => random.pick(onsets) + random.pick(vowels)
  return syllable() + (random.next() < 0.7 ? syllable() : "") + random.pick(endings)
}

/** Flattens the beginning of the curve, so that the commonest word occurs in about a third of the posts. */
const flatness = 60

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A generator of texts. Each seed has a vocabulary of its own, whose words occur by Zipf's law. */
export class Words {
  /** The words that a text is about, commonest first. */
  readonly vocabulary: ReadonlyArray<string>
  readonly #sums: ReadonlyArray<number>

  constructor(seed: number) {
    const random = new Random(7_000 + seed)
    const words = new Set<string>()
    while (words.size < vocabularySize) words.add(madeWord(random))
    this.vocabulary = Array.from(words)
    let sum = 0
    this.#sums = this.vocabulary.map((_, rank) => (sum += 1 / (rank + 1 + flatness)))
  }

  /** A word of the vocabulary, by Zipf's law. */
  word(random: Random): string {
    const wanted = random.next() * (this.#sums.at(-1) ?? 0)
    let [low, high] = [0, this.#sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return this.vocabulary[low] ?? ""
  }

  /** So many words, of which every second or third is a little one. */
  words(random: Random, count: number): string {
    const running = () => (random.next() < 0.4 ? random.pick(little) : this.word(random))
    return Array.from({ length: count }, running).join(" ")
  }

  /** A title of a post. */
  title(random: Random): string {
    return capital(Array.from({ length: titleWords }, () => this.word(random)).join(" "))
  }

  /** A text in Markdown of about this many characters. */
  markdown(random: Random, characters: number): string {
    const blocks: Array<string> = []
    for (let length = 0; length < characters; ) {
      const block = blocks.length % 3 === 2 ? this.#decoration(random) : this.#paragraph(random)
      blocks.push(block)
      length += block.length + 2
    }
    return blocks.join("\n\n")
  }

  /** A comment of one to six sentences. */
  reply(random: Random): string {
    return Array.from({ length: random.upTo(6) }, () => this.#sentence(random)).join(" ")
  }

  /** The name of a disease that is not there. */
  diseaseName(random: Random): string {
    const made = () => madeWord(random)
    const shapes = [
      () => `${capital(made())} syndrome`,
      () => `${capital(made())}-${capital(made())} syndrome`,
      () => `Familial ${made()} ${made()}emia`,
      () => `${capital(made())} deficiency, type ${random.upTo(9)}`,
      () => `Hereditary ${made()}opathy with ${made()} involvement`
    ]
    return random.pick(shapes)()
  }

  #sentence(random: Random): string {
    return `${capital(this.words(random, 5 + random.upTo(12)))}.`
  }

  #paragraph(random: Random): string {
    return Array.from({ length: 2 + random.upTo(3) }, () => this.#sentence(random)).join(" ")
  }

  #decoration(random: Random): string {
    const decorations = [
      () => `## ${capital(this.words(random, 4))}`,
      () => Array.from({ length: 3 }, () => `- ${this.words(random, 5)}`).join("\n"),
      () => `> ${this.#sentence(random)}`,
      () =>
        `We read [${this.words(random, 3)}](https://example.org/${this.word(random)}) and **${this.words(random, 2)}**.`
    ]
    return random.pick(decorations)()
  }
}

const generators = new Map<number, Words>()

/** The generator of a seed. */
export const wordsOf = (seed: number): Words => {
  const words = generators.get(seed) ?? new Words(seed)
  generators.set(seed, words)
  return words
}
