/** What letters sound like to who only heard the word, in this order; the word is folded and spelled the American way. */
const sounds: ReadonlyArray<readonly [pattern: RegExp, sound: string]> = [
  [/^(?:p(?=[nst])|[gkm](?=n)|w(?=r))/g, ""],
  [/ph/g, "f"],
  [/sch|sh|ch(?=[ei])/g, "$"],
  [/tch|ch|ck|cq/g, "k"],
  [/[ts]io(?=n)/g, "$u"],
  [/sc(?=[eiy])/g, "s"],
  [/c(?=[eiy])/g, "s"],
  [/qu/g, "kv"],
  [/[cq]/g, "k"],
  [/^x/g, "s"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/dg|g(?=[eiy])/g, "j"],
  [/gh|h/g, ""],
  [/w/g, "v"],
  [/ee|ea|ei|ie|ey|y/g, "i"],
  [/oo|ou/g, "u"],
  [/au|aw|ow/g, "o"],
  [/eu|ew|ue/g, "u"],
  [/ai|ay/g, "e"],
  [/\$/g, "s"],
  [/(.)\1+/g, "$1"],
  [/(?<=..)e$/g, ""]
]

/** What a word sounds like: the same for spellings that are spoken alike, such as "fenilketonurea", or nearly the same. */
export const soundOf = (word: string): string => {
  let text = word
  for (const [pattern, sound] of sounds) text = text.replace(pattern, sound)
  return text
}
