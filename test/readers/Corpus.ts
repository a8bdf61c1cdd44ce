/** Numbers from 0 to 1 that are the same in each run. */
const randoms = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

/** A text of so many UTF-16 units; texts of another length or seed have other words, where these are chosen at random. */
export type Hostile = (length: number, seed: number) => string

/** One unit again and again. */
const again =
  (unit: string): Hostile =>
  (length) =>
    unit
      .repeat(Math.ceil(length / unit.length))
      .slice(0, length)
      .toWellFormed()

/** Parts chosen at random, with separators. */
const chosen =
  (parts: ReadonlyArray<string>, separator: string, atOnce = 1): Hostile =>
  (length, seed) => {
    const random = randoms(seed * 31 + length)
    let text = ""
    while (text.length < length) {
      for (let at = 0; at < atOnce; at++) text += parts[Math.floor(random() * parts.length)] ?? ""
      text += separator
    }
    return text.slice(0, length).toWellFormed()
  }

const charactersOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))

const begunWith =
  (start: string, rest: Hostile, end = ""): Hostile =>
  (length, seed) =>
    `${start}${rest(Math.max(0, length - start.length - end.length), seed)}${end}`

const latin = charactersOf(97, 122)
const signs = [
  "seizures",
  "small head",
  "long fingers",
  "hearing loss",
  "muscle weakness",
  "ataxia",
  "pain",
  "no fever"
]

const parts =
  "hand foot arm leg knee elbow skin nail hair eye ear nose lip tongue tooth throat neck back chest heart".split(" ")
const findings = "pain swelling weakness stiffness redness numbness burning cramps bruises lumps blisters stones".split(
  " "
)

const compounds = {
  german: "augen lid haut kopf schmerz muskel schwäche herz leber nieren entzündung gelenk".split(" "),
  dutch: "oog huid hoofd pijn spier zwakte hart lever nier ontsteking gewricht".split(" "),
  swedish: "ögon hud huvud värk muskel svaghet hjärt lever njur".split(" "),
  finnish: "silmä iho pää särky lihas heikkous sydän maksa munuais".split(" "),
  hungarian: "szem bőr fej fájás izom gyengeség szív máj vese".split(" "),
  turkish: "göz lerinizden baş ağrı larımızdaki kas güçsüzlüğü nüz".split(" ")
}

const openers = [
  "[",
  "(",
  "<",
  "*",
  "**",
  "`",
  "_",
  "> ",
  "- ",
  "![",
  "[^",
  '"',
  "'",
  "&",
  "<!--",
  "|",
  "~",
  "$",
  "{",
  "«"
]

/** A kind of text for each of some units. */
const kinds = (name: string, units: ReadonlyArray<string>, of: (unit: string) => Hostile) =>
  Object.fromEntries(units.map((unit, at) => [`${name} (${at + 1})`, of(unit)]))

/** Texts that were made to cost a reader much, by what they are full of. */
export const hostile: Readonly<Record<string, Hostile>> = {
  ...kinds("one long word", ["augenes", "syndrome", "aaaaaaab", "hepato"], again),
  "one word of random letters": chosen(latin, ""),
  "marks in a row": begunWith("a", again("\u0301")),
  ...kinds("marks in turn", ["\u0301\u0323", "\u0323\u0301\u0327"], (unit) => begunWith("a", again(unit))),
  ...kinds("marks that are no accents, in turn", ["\u093c\u0940", "\u0e34\u0e48\u0e38"], (unit) =>
    begunWith("\u0915", again(unit))
  ),
  ...kinds("marks between invisible characters", ["\u0301\u200b", "\u093c\u0640", "\u0651\u034f"], (unit) =>
    begunWith("a", again(unit))
  ),
  "Chinese without spaces": chosen(charactersOf(0x4e00, 0x9fa0), ""),
  "Chinese with spaces": chosen(charactersOf(0x4e00, 0x9fa0), " ", 12),
  "names of signs in Chinese": again("癫痫发作小头畸形无发热"),
  "Katakana without spaces": chosen(charactersOf(0x30a1, 0x30f6), ""),
  "Hiragana and Kanji": again("てんかん発作と小頭症はありません"),
  "Thai without spaces": chosen(charactersOf(0x0e01, 0x0e3a), ""),
  "Khmer and Burmese without spaces": chosen([...charactersOf(0x1780, 0x17b3), ...charactersOf(0x1000, 0x1021)], ""),
  ...kinds("Korean jamo", ["\u1112\u1161\u11ab", "ᄀᄁ"], again),
  ...kinds("Arabic with vowel marks", ["أَعْرَاضٌ مُتَلازِمَة ", "مـــــــــــ"], again),
  "Hebrew with points": again("שָׁלוֹם תִּסְמֹנֶת "),
  "Greek letters": chosen(charactersOf(0x03b1, 0x03c9), "-"),
  "mistyped words": chosen(latin, " ", 11),
  "short mistyped words": chosen(latin, " ", 6),
  "words of one letter": chosen(latin, " "),
  "words with digits": chosen([...latin, ..."0123456789"], " ", 7),
  ...kinds("the same mistyped word", ["micrcephally ", "Ehlrs-Dnlos ", "fibromialgya "], again),
  "signs in a list": chosen(signs, ", "),
  "different signs in a list": chosen(
    parts.flatMap((part) => findings.map((finding) => `${part} ${finding}`)),
    ", "
  ),
  "signs without an end of a clause": chosen(signs, " and "),
  ...kinds("denials", ["no not never without ", "ne pas jamais sans ", "nicht kein nie ohne ", "no nunca sin "], again),
  ...kinds("names of diseases", ["Marfan's syndrome, ", "Ehlers-Danlos type 2a ", "MFS "], again),
  ...kinds("codes and numbers", ["ORPHA:558 OMIM 154700 ", "1.2.3.4.5.", "22q11.2-"], again),
  ...kinds("zero-width characters in each word", ["a\u200b", "Herz\u00adinsuffizienz\ufeff", "e\u200d\u0301"], again),
  ...kinds("one zero-width run", ["\u200b", "\u00ad", "\ufe0f\u200d"], (unit) => begunWith("a", again(unit), "b")),
  "hyphens after a name": begunWith("so Aa", again("-"), "1x"),
  ...kinds("apostrophes", ["'s", "''", "l'"], (unit) => begunWith("so Aa", again(unit))),
  ...kinds("punctuation", [".,;:!?", "((((", "))))", "....", "----", "____"], again),
  ...kinds("white space", [" ", "\n", "\t \u00a0", "\r\n"], (unit) => begunWith("a", again(unit), "b")),
  "opened and never closed": chosen(openers, ""),
  ...kinds("opened again and again", openers, again),
  ...kinds("quotations and exclusions", ['"a -b ', '-"a "b ', "“a„b "], again),
  "half Markdown": chosen([...openers, "](", "http://a.b", "\n", "x", " ", "]", "\n\n", "|-|", "1. "], ""),
  ...kinds("half HTML", ["<b>", "</b>", "<a href='", "<!--", "&#x301;", "&amp;lt;", "<script>"], again),
  ...kinds("addresses", ["https://a.b/c?d=e#f ", "www.a.b/", "a@b.c ", "//"], again),
  ...kinds("emoji", ["👩‍👩‍👧‍👦", "🏴\u{e0067}\u{e0062}\u{e007f}", "🇩🇪"], again),
  ...kinds("bidi and tag characters", ["\u202ea\u2066", "\u{e0041}", "\u2069\u202c"], again),
  ...Object.fromEntries(
    Object.entries(compounds).flatMap(([language, parts]) => [
      [`${language} compounds`, chosen(parts, " ", 3)],
      [`long ${language} compounds`, chosen(parts, "x ", 5)]
    ])
  )
}
