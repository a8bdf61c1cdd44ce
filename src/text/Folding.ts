import numerals from "../../content/numerals.json" with { type: "json" }

/** A pattern of a text that has only a case to fold, as most words have. */
export const asciiOnly = /^[\0-\x7f]*$/

const foldUnicode = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase() // a capital sharp s becomes two letters only from its small form
    .toUpperCase()
    .toLowerCase()
    .replaceAll("\u03c2", "\u03c3")
    .normalize("NFKC")

/**
 * Folds case, width, accents and the final sigma. Marks other than accents stay, since many scripts spell vowels with
 * such marks.
 */
export const foldText = (text: string): string => (asciiOnly.test(text) ? text.toLowerCase() : foldUnicode(text))

/** The key by which names of diseases are compared and sorted. */
export const nameKey = (name: string): string => foldText(name).trim().replace(/\s+/g, " ")

/** Letters that Unicode does not decompose into a base letter and an accent. */
const plainLetters = new Map(Object.entries({ ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" }))

const greekNames = new Map(Object.entries(numerals.greek))
const singleGreekLetter = /(?<![\u0370-\u03ff])[\u03b1-\u03c9](?![\u0370-\u03ff])/g

/** Folds a name of a disease: as `foldText` does, and Katakana become Hiragana, single Greek letters their names,
 * apostrophes one sign. */
export const foldName = (name: string): string => {
  const folded = asciiOnly.test(name)
    ? name.toLowerCase()
    : foldText(name)
        .replace(/[øæœłđðþı]/g, (letter) => plainLetters.get(letter) ?? letter)
        .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
        .replace(singleGreekLetter, (letter) => ` ${greekNames.get(letter) ?? letter} `)
  return folded.replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
}
