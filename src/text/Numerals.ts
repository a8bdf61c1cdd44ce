import lists from "../../content/numerals.json" with { type: "json" }

const roman = new Map(Object.entries(lists.roman))
const spelledOut = new Map(Object.entries(lists.spelledOut))
const counted = new Set(lists.counted)

/** A Roman numeral with the letter of a subtype: "IIa", "IIIB". A numeral of one letter counts only before a to c. */
const subtype = /^(i{2,3}|iv|vi{1,3}|ix|[iv](?=[abc]$))([a-h])$/

/**
 * The digits that a folded word stands for: a Roman numeral, a number spelled out, or a numeral with the letter of a
 * subtype ("IIa" gives 2 and a). Undefined for any other word. `before` is the word in front.
 */
export const numeral = (word: string, before: string | undefined): ReadonlyArray<string> | undefined => {
  const digits = roman.get(word) ?? spelledOut.get(word)
  if (digits !== undefined) return [digits]
  const isCounted = before !== undefined && counted.has(before)
  if (word === "x" && isCounted) return ["10"]
  const [, numerals = "", letter = ""] = word === "via" && !isCounted ? [] : (subtype.exec(word) ?? [])
  return letter === "" ? undefined : [roman.get(numerals) ?? numerals, letter]
}
