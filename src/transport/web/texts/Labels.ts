/** The words for a word of a record; the last ones for a word that a later version has added (`openTo`). */
export const labelOf = (labels: Readonly<Record<string, string>>, word: string, other: string): string =>
  (Object.hasOwn(labels, word) ? labels[word] : undefined) ?? other
