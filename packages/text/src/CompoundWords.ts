/** A word with more letters is no compound that people write. */
const maxLetters = 40

/** The fewest letters of a part of a compound word. */
const minPart = 3

/** A compound has at most this many parts that are followed by another. */
const maxFirstParts = 3

/** The ids of the words that each part of a compound may be; none where a word is no compound. */
export type Parts = ReadonlyArray<ReadonlyArray<number>>

/**
 * The parts of a compound, the longest first part that is known before the rest; none where the rest is unknown.
 * `idsOf` gives the words that a part may be, and is asked once for each. `links` are the letters that may be between
 * two parts.
 */
export const partsOf = (
  written: string,
  links: ReadonlyArray<string>,
  idsOf: (part: string) => ReadonlyArray<number>
): Parts => {
  if (links.length === 0 || written.length > maxLetters) return []
  const known = new Map<string, ReadonlyArray<number>>()
  const ids = (part: string) => {
    const found = known.get(part) ?? idsOf(part)
    known.set(part, found)
    return found
  }
  /** By the places where no rest of so many parts is known. */
  const failed = new Set<number>()
  const partsFrom = (start: number, depth: number): Parts => {
    const place = start * maxFirstParts + depth
    if (depth === maxFirstParts || failed.has(place)) return []
    for (let end = written.length - minPart; end >= start + minPart; end--) {
      const first = ids(written.slice(start, end))
      if (first.length === 0) continue
      for (const link of links) {
        if (!written.startsWith(link, end)) continue
        const next = end + link.length
        const last = written.length - next < minPart ? [] : ids(written.slice(next))
        const others = last.length > 0 ? [last] : partsFrom(next, depth + 1)
        if (others.length > 0) return [first, ...others]
      }
    }
    failed.add(place)
    return []
  }
  return partsFrom(0, 0)
}

/** True for a part that is known only where a glossary has it: few letters are often a part by chance. */
export const isShortPart = (part: string): boolean => part.length <= minPart + 1
