import type { Random } from "../../driver/Random.ts"

/** The mistakes of fingers and ears in a name. None where the name has no place for one. */
export type Change = (name: string, random: Random) => string | undefined

const keys = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

/** The keys beside a letter's, in its row and the rows next to it. */
const beside = (letter: string): ReadonlyArray<string> => {
  const row = keys.findIndex((letters) => letters.includes(letter))
  const column = keys[row]?.indexOf(letter) ?? 0
  const at = (line: number, place: number) => keys[line]?.[place]
  return [
    at(row, column - 1),
    at(row, column + 1),
    at(row - 1, column),
    at(row - 1, column + 1),
    at(row + 1, column),
    at(row + 1, column - 1)
  ].filter((found) => found !== undefined)
}

/** Where a letter may be mistyped: in plain words of four letters and more, never in a number, a gene or a numeral. */
const places = (name: string) =>
  [...name.matchAll(/(?<![A-Za-z0-9])[A-Za-z]?[a-z]{3,}(?![A-Za-z0-9])/g)].flatMap(({ 0: word, index }) =>
    Array.from(word, (_, letter) => index + letter)
  )

const spliced = (name: string, at: number, remove: number, insert: string) =>
  name.slice(0, at) + insert + name.slice(at + remove)

/** The change at a place that has it, of which a few are tried. */
const somewhere =
  (change: (name: string, at: number, random: Random) => string | undefined): Change =>
  (name, random) => {
    const all = places(name)
    for (const at of random.shuffled(all).slice(0, 8)) {
      const changed = change(name, at, random)
      if (changed !== undefined && changed !== name) return changed
    }
    return undefined
  }

/** The key beside is hit instead. */
const replaced = somewhere((name, at, random) => {
  const near = beside((name[at] ?? "").toLowerCase())
  return near.length === 0 ? undefined : spliced(name, at, 1, random.pick(near))
})

/** The key beside is hit too. */
const inserted = somewhere((name, at, random) => {
  const near = beside((name[at] ?? "").toLowerCase())
  return near.length === 0 ? undefined : spliced(name, at + 1, 0, random.pick(near))
})

export const missingLetter = somewhere((name, at) => spliced(name, at, 1, ""))

/** A letter typed twice, or a double letter typed once. */
export const doubledLetter = somewhere((name, at) =>
  name[at] === name[at + 1] ? spliced(name, at, 1, "") : spliced(name, at, 0, (name[at] ?? "").toLowerCase())
)

const isLetter = (text: string | undefined) => text !== undefined && /^[a-z]$/.test(text)

export const transposition = somewhere((name, at) => {
  const [one, other] = [name[at], name[at + 1]]
  return isLetter(one) && isLetter(other) && one !== other ? spliced(name, at, 2, `${other}${one}`) : undefined
})

export const oneEdit: Change = (name, random) => random.pick([replaced, replaced, inserted])(name, random)

export const anyEdit: Change = (name, random) =>
  random.pick([replaced, inserted, missingLetter, transposition, doubledLetter])(name, random)

export const twoEdits: Change = (name, random) => {
  const once = anyEdit(name, random)
  return once === undefined ? undefined : anyEdit(once, random)
}

/** Letters that sound alike to an English ear. */
const sounds: ReadonlyArray<readonly [RegExp, string]> = [
  [/ph/, "f"],
  [/f(?!f)/, "ph"],
  [/c(?=[aour])/, "k"],
  [/k(?=[aou])/, "c"],
  [/c(?=[eiy])/, "s"],
  [/(?<=[aeiou])s(?=[aeiou])/, "z"],
  [/z/, "s"],
  [/(?<=[a-z])y(?=[a-z])/, "i"],
  [/(?<=[a-z])i(?=[bcdfglmnprst])/, "y"],
  [/x(?=[aeiou])/, "ks"],
  [/rh/, "r"],
  [/th/, "t"],
  [/ch(?=[aorl])/, "k"],
  [/sch/, "sh"],
  [/(?<![a-z])ps/i, "s"],
  [/(?<![a-z])pn/i, "n"],
  [/qu/, "kw"],
  [/ei/, "ie"],
  [/ie/, "ei"],
  [/tz/, "ts"],
  [/eu(?=[a-z])/, "u"],
  [/([lmnrst])\1/, "$1"],
  [/(?<=[aeiou])([lnst])(?=[aeiou])/, "$1$1"],
  [/or(?![a-z])/, "er"],
  [/er(?![a-z])/, "or"],
  [/ia(?=[a-z])/, "ea"],
  [/gn(?=[aeo])/, "ny"],
  [/ck/, "k"],
  [/ough/, "uf"],
  [/ee/, "ea"],
  [/ou/, "u"],
  [/dge/, "ge"],
  [/w(?=[aeio])/, "v"],
  [/v(?=[aeio])/, "w"]
]

/** Written down as it was heard: two sounds spelled another way. */
export const soundAlike: Change = (name, random) => {
  const heard = name.toLowerCase()
  const apt = random.shuffled(sounds.filter(([sound]) => sound.test(heard))).slice(0, 2)
  return apt.length < 2 ? undefined : apt.reduce((text, [sound, spelling]) => text.replace(sound, spelling), heard)
}
