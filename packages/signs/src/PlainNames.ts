/** Words that families should not have to read; the ontology has them for searches. */
const hurting = /retard|mental|defici|\bIQ\b/i

/** The beginnings of the longer words of a name. */
const beginningsOf = (name: string): ReadonlySet<string> =>
  new Set((name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.slice(0, 5)))

/** A name inside a sentence: its first letter is small, unless it begins with an abbreviation. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** The first lay name that says a medical name in other words. */
export const plainAmong = (name: string, layNames: ReadonlyArray<string>): string | undefined => {
  const own = beginningsOf(name)
  const plain = layNames.find(
    (lay) => !hurting.test(lay) && !Array.from(beginningsOf(lay)).some((word) => own.has(word))
  )
  return plain === undefined ? undefined : inSentence(plain)
}
