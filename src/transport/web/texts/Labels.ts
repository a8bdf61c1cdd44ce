/** The text for a word of a record; none for a word that a later version has added (`openTo`). */
export const textFor = <Text>(texts: Readonly<Record<string, Text>>, word: string): Text | undefined =>
  Object.hasOwn(texts, word) ? texts[word] : undefined

/** The words for a word of a record; the last ones for a word that a later version has added. */
export const labelOf = (labels: Readonly<Record<string, string>>, word: string, other: string): string =>
  textFor(labels, word) ?? other
