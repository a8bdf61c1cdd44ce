/** The words of a folded text: runs of letters, digits and marks. */
export const wordsOf = (folded: string): ReadonlyArray<string> => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** The trigrams of words in order, as pg_trgm makes them: two spaces before each word and one after it. */
export const trigramsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.flatMap((word) => {
    const characters = [" ", " ", ...word, " "]
    return characters.slice(2).map((character, at) => `${characters[at]}${characters[at + 1]}${character}`)
  })

/** How like two texts are, from 0 to 1: pg_trgm's `similarity`, the share of common trigrams among all of both. */
export const similarity = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared++
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

/**
 * How like a text is to the part of another that is most like it, from 0 to 1: pg_trgm's `word_similarity(query, text)`
 * of their trigrams. A part is a run of the text's trigrams.
 */
export const wordSimilarity = (query: ReadonlySet<string>, text: ReadonlyArray<string>): number => {
  const common = text.flatMap((trigram, at) => (query.has(trigram) ? [at] : []))
  // What pg_trgm computes: it goes through the ends of a part one after the other, and moves the part's beginning
  // forward only, each time to where it is most like. So it does not try every part, and neither may this.
  const lastAt = new Map<string, number>()
  let [best, from, shared, size] = [0, common[0] ?? 0, 0, 0]
  const similarity = (sharedTrigrams: number, allTrigrams: number) =>
    sharedTrigrams / (query.size + allTrigrams - sharedTrigrams)

  for (let at = from; at <= (common.at(-1) ?? -1); at++) {
    const trigram = text[at] ?? ""
    const found = query.has(trigram)
    if (!lastAt.has(trigram)) {
      size++
      if (found) shared++
    }
    lastAt.set(trigram, at)
    if (!found) continue

    let here = similarity(shared, size)
    let [triedShared, triedSize] = [shared, size]
    const before = from
    for (let tried = before; tried <= at; tried++) {
      if (similarity(triedShared, triedSize) > here) {
        here = similarity(triedShared, triedSize)
        ;[from, shared, size] = [tried, triedShared, triedSize]
      }
      const left = text[tried] ?? ""
      if (lastAt.get(left) === tried) {
        triedSize--
        if (query.has(left)) triedShared--
      }
    }
    best = Math.max(best, here)
    for (const left of text.slice(before, from)) if ((lastAt.get(left) ?? from) < from) lastAt.delete(left)
  }
  return best
}
