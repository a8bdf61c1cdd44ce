/**
 * A spelling at one place of a word, and the sounds that it may have in the languages of names; none for a silent one.
 */
type Rule = readonly [spelling: RegExp, sounds: ReadonlyArray<string>]

/**
 * Consonants as English, French, German, Spanish and Slavic names spell them, by their first letter. T stands for d and
 * t, S for all sounds of s, K for g and k. Endings may be silent, as in French names. The first rule that fits counts.
 */
const rules: Readonly<Record<string, ReadonlyArray<Rule>>> = {
  b: [[/b/y, ["B"]]],
  c: [
    [/c[zs](?=[aeiouy])|cz/y, ["S"]],
    [/ch/y, ["S", "K"]],
    [/c(?=[eiy])/y, ["S"]],
    [/ck|c/y, ["K"]]
  ],
  d: [
    [/dz/y, ["S"]],
    [/dg(?=[ei])/y, ["J"]],
    [/dt?$/y, ["T", ""]],
    [/dt|d/y, ["T"]]
  ],
  f: [[/f/y, ["F"]]],
  g: [
    [/(?<!.)g(?=n)/y, [""]],
    [/gh/y, ["K", ""]],
    [/gu(?=[eiy])/y, ["K"]],
    [/g(?=[eiy])/y, ["K", "J"]],
    [/g/y, ["K"]]
  ],
  j: [[/j/y, ["J"]]],
  k: [
    [/(?<!.)k(?=n)/y, [""]],
    [/k/y, ["K"]]
  ],
  l: [
    [/(?<=i)ll(?=[aeiou]|$)/y, ["L", ""]],
    [/l(?=[km])/y, ["L", ""]],
    [/l/y, ["L"]]
  ],
  m: [[/m/y, ["M"]]],
  n: [[/n/y, ["N"]]],
  p: [
    [/(?<!.)p(?=[nst])/y, [""]],
    [/ph|pf/y, ["F"]],
    [/p/y, ["P"]]
  ],
  q: [
    [/qu/y, ["K", "KF"]],
    [/q/y, ["K"]]
  ],
  r: [
    [/(?<=e)r$/y, ["R", ""]],
    [/r/y, ["R"]]
  ],
  s: [
    [/sch|sh|sj|sz|sc(?=[eiy])/y, ["S"]],
    [/s$/y, ["S", ""]],
    [/s/y, ["S"]]
  ],
  t: [
    [/t?sch|tsh|tch|t[sz]/y, ["S"]],
    [/(?:th|tt|t)$/y, ["T", ""]],
    [/th|t/y, ["T"]]
  ],
  v: [[/v/y, ["F"]]],
  w: [
    [/(?<!.)w(?=r)/y, [""]],
    [/(?<!.)w(?=[aeiouy])/y, ["F"]],
    [/w(?=[aeiouy])/y, ["F", ""]]
  ],
  x: [
    [/(?<!.)x/y, ["S"]],
    [/x$/y, ["KS", ""]],
    [/x/y, ["KS"]]
  ],
  y: [[/(?<!.)y(?=[aeiou])/y, ["J"]]],
  z: [
    [/zh/y, ["S", "J"]],
    [/z$/y, ["S", ""]],
    [/z/y, ["S"]]
  ]
}

/** The maximum number of pronunciations of a word that are compared. */
const maxPronunciations = 8

const silent: readonly [length: number, sounds: ReadonlyArray<string>] = [1, [""]]

const soundsAt = (word: string, at: number): typeof silent => {
  for (const [spelling, sounds] of rules[word.charAt(at)] ?? []) {
    spelling.lastIndex = at
    const [found] = spelling.exec(word) ?? []
    if (found !== undefined) return [found.length, sounds]
  }
  return silent
}

const isVowel = (letter: string) => "aeiouy".includes(letter)

/**
 * The consonants of a folded word as people of several languages pronounce them: "guillain" and "gilane" are both
 * "KLN". A spelling with several pronunciations gives each of them.
 */
export const consonantsOf = (word: string): ReadonlyArray<string> => {
  let found: ReadonlyArray<string> = [""]
  for (let at = 0; at < word.length; ) {
    const [length, sounds] = soundsAt(word, at)
    // Letters that are written twice are said once.
    const isDoubled = at > 0 && !isVowel(word.charAt(at - 1))
    const added = found.flatMap((before) =>
      sounds.map((sound) => (isDoubled && before.endsWith(sound) ? before : before + sound))
    )
    found = added.length === 1 ? added : Array.from(new Set(added)).slice(0, maxPronunciations)
    at += length
  }
  return found
}
