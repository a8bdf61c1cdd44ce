const roman: Readonly<Record<string, string>> = {
  i: "1",
  ii: "2",
  iii: "3",
  iv: "4",
  v: "5",
  vi: "6",
  vii: "7",
  viii: "8",
  ix: "9",
  xi: "11",
  xii: "12",
  xiii: "13",
  xiv: "14",
  xv: "15",
  xvi: "16",
  xvii: "17",
  xviii: "18",
  xix: "19"
}

const spoken: Readonly<Record<string, string>> = {
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  first: "1",
  second: "2",
  third: "3",
  fourth: "4"
}

/** Words that a number follows, so that a letter behind them is one: "factor X", but "fragile X" and "X-linked". */
const numbered = new Set(
  "class complex degree factor form grade group number phase stage subtype type variant collagen".split(" ")
)

/** A Roman numeral with the letter of a subtype: "IIa", "IIIB". One of a single letter is read so before a to c only. */
const subtyped = /^(i{2,3}|iv|vi{1,3}|ix|[iv](?=[abc]$))([a-h])$/

/** Words that would be read as a numeral with a letter, and are none. */
const words = new Set(["via"])

const own = (table: Readonly<Record<string, string>>, word: string) =>
  Object.hasOwn(table, word) ? table[word] : undefined

/**
 * A folded word as the digits that it stands for: Roman, spelled out, or with the letter of a subtype behind it
 * ("IIa" is 2 and a). Undefined for what is no number. `before` is the word in front of it.
 */
export const numeral = (word: string, before: string | undefined): ReadonlyArray<string> | undefined => {
  const digits = own(roman, word) ?? own(spoken, word)
  if (digits !== undefined) return [digits]
  const follows = before !== undefined && numbered.has(before)
  if (word === "x" && follows) return ["10"]
  const [, numerals = "", letter = ""] = words.has(word) && !follows ? [] : (subtyped.exec(word) ?? [])
  return letter === "" ? undefined : [own(roman, numerals) ?? numerals, letter]
}

const greek: Readonly<Record<string, string>> = {
  α: "alpha",
  β: "beta",
  γ: "gamma",
  δ: "delta",
  ε: "epsilon",
  ζ: "zeta",
  η: "eta",
  θ: "theta",
  κ: "kappa",
  λ: "lambda",
  μ: "mu",
  π: "pi",
  ρ: "rho",
  σ: "sigma",
  τ: "tau",
  φ: "phi",
  ω: "omega"
}

/** The Greek letters that stand for themselves, by their name; a Greek word is left as it is. */
export const greekLetters = (folded: string): string =>
  folded.replace(
    /(?<![\u0370-\u03ff])[\u03b1-\u03c9](?![\u0370-\u03ff])/g,
    (letter) => ` ${own(greek, letter) ?? letter} `
  )
