import { Random } from "../driver/Random.ts"

const little =
  "the and of to a in is it that for was on with my we but have not this be they at or from had as our by an you".split(
    " "
  )

const known = (
  "diagnosis symptoms doctor specialist fatigue pain treatment clinic genetic mutation therapy daughter son family " +
  "hospital trial medication dose sleep muscle heart kidney liver blood test result school work insurance referral " +
  "seizure enzyme deficiency syndrome registry nutrition weakness infusion surgery appointment emergency travel support"
).split(" ")

const onsets = "b c d f g h k l m n p r s t v br cl dr fl gr pl pr sc st tr".split(" ")
const vowels = "a e i o u ai ea io ou".split(" ")
const endings = ["", "n", "r", "s", "t", "l", "m", "nd", "st", "ing", "ed", "tion", "ment", "osis", "itis", "emia"]

const vocabularySize = 8_000

const made = (random: Random): string => {
  const syllable = () => random.pick(onsets) + random.pick(vowels)
  return syllable() + (random.next() < 0.7 ? syllable() : "") + random.pick(endings)
}

/** The words that a text is about, commonest first. */
export const vocabulary: ReadonlyArray<string> = (() => {
  const random = new Random(7)
  const words = new Set(known)
  while (words.size < vocabularySize) words.add(made(random))
  return Array.from(words)
})()

/** Flattens the beginning of the curve, so that the commonest word stands in about a third of the posts. */
const flatness = 60

const sums = (() => {
  let sum = 0
  return vocabulary.map((_, rank) => (sum += 1 / (rank + 1 + flatness)))
})()

/** A word of the vocabulary, by Zipf's law. */
export const anyWord = (random: Random): string => {
  const wanted = random.next() * (sums.at(-1) ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return vocabulary[low] ?? ""
}

/** Every second or third word of a text is a little one. */
const running = (random: Random) => (random.next() < 0.4 ? random.pick(little) : anyWord(random))

/** So many words. */
export const wordsOf = (random: Random, count: number): string =>
  Array.from({ length: count }, () => running(random)).join(" ")

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sentence = (random: Random) => `${capital(wordsOf(random, 5 + random.upTo(12)))}.`

const paragraph = (random: Random) => Array.from({ length: 2 + random.upTo(3) }, () => sentence(random)).join(" ")

const decorations: ReadonlyArray<(random: Random) => string> = [
  (random) => `## ${capital(wordsOf(random, 4))}`,
  (random) => Array.from({ length: 3 }, () => `- ${wordsOf(random, 5)}`).join("\n"),
  (random) => `> ${sentence(random)}`,
  (random) => `We read [${wordsOf(random, 3)}](https://example.org/${anyWord(random)}) and **${wordsOf(random, 2)}**.`
]

/** A title of a post. */
export const titleOf = (random: Random): string => capital(wordsOf(random, 3 + random.upTo(6)))

/** A text in Markdown of about so many characters. */
export const markdownOf = (random: Random, characters: number): string => {
  const blocks: Array<string> = []
  for (let length = 0; length < characters; ) {
    const block = blocks.length % 3 === 2 ? random.pick(decorations)(random) : paragraph(random)
    blocks.push(block)
    length += block.length + 2
  }
  return blocks.join("\n\n")
}

/** A comment of one to three sentences. */
export const replyOf = (random: Random): string =>
  Array.from({ length: random.upTo(3) }, () => sentence(random)).join(" ")

/** The name of a disease that is not there. */
export const diseaseName = (random: Random): string => {
  const shapes = [
    () => `${capital(made(random))} syndrome`,
    () => `${capital(made(random))}-${capital(made(random))} syndrome`,
    () => `Familial ${made(random)} ${made(random)}emia`,
    () => `${capital(made(random))} deficiency, type ${random.upTo(9)}`,
    () => `Hereditary ${made(random)}opathy with ${random.pick(known)} involvement`
  ]
  return random.pick(shapes)()
}
