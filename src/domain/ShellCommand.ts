/** A word that every shell takes as it is. */
const bare = /^[\w@%+=:,./-]+$/

/** Characters that a POSIX shell reads in double quotes. */
const readInQuotes = /[$`"\\!\p{Cc}]/u

const quoted = (word: string): string => {
  if (bare.test(word)) return word
  return readInQuotes.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
}

/**
 * A command to paste into a shell, of a program and its arguments: whatever a word holds, it stays one argument. Double
 * quotes where they do, since shells of Windows know them too. Each command that is shown is made by this function.
 */
export const shellCommand = (...words: ReadonlyArray<string>): string => words.map(quoted).join(" ")
