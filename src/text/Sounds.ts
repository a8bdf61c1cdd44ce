/** Spellings of a sound and the letter for it, replaced in this order. */
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

/**
 * The sound of a folded word in American spelling. Spellings that are pronounced alike, such as "fenilketonurea" for
 * "phenylketonuria", have the same sound or a similar one.
 */
export const soundOf = (word: string): string => {
  let text = word
  for (const [pattern, sound] of sounds) text = text.replace(pattern, sound)
  return text
}
