/** The scripts of Unicode 15, by the names that regular expressions take. */
const names =
  "Latin Cyrillic Greek Arabic Han Devanagari Hiragana Katakana Hangul Bopomofo Hebrew Thai Armenian Georgian Ethiopic " +
  "Bengali Tamil Telugu Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Khmer Lao Myanmar Tibetan Mongolian Cherokee " +
  "Syriac Thaana Tifinagh Nko Canadian_Aboriginal Yi Javanese Balinese Sundanese Cham Coptic Gothic Glagolitic " +
  "Runic Ogham Adlam Ahom Anatolian_Hieroglyphs Avestan Bamum Bassa_Vah Batak Bhaiksuki Brahmi Braille Buginese Buhid " +
  "Carian Caucasian_Albanian Chakma Chorasmian Cuneiform Cypriot Cypro_Minoan Deseret Dives_Akuru Dogra Duployan " +
  "Egyptian_Hieroglyphs Elbasan Elymaic Grantha Gunjala_Gondi Hanifi_Rohingya Hanunoo Hatran Imperial_Aramaic " +
  "Inscriptional_Pahlavi Inscriptional_Parthian Kaithi Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khojki Khudawadi " +
  "Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Mandaic Manichaean Marchen Masaram_Gondi " +
  "Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mro Multani Nabataean " +
  "Nag_Mundari Nandinagari New_Tai_Lue Newa Nushu Nyiakeng_Puachue_Hmong Ol_Chiki Old_Hungarian Old_Italic " +
  "Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Osage Osmanya " +
  "Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Samaritan Saurashtra Sharada Shavian " +
  "Siddham SignWriting Sogdian Sora_Sompeng Soyombo Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri " +
  "Tangsa Tangut Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Zanabazar_Square"

/** The scripts of Japanese, Chinese and Korean, with Latin. */
const mixes = ["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"]

/** Characters of no single script: digits, punctuation, emoji, and the accents of Latin, Greek and Cyrillic. */
const anyScript = "\\p{Script_Extensions=Common}\\p{Script_Extensions=Inherited}\\u0300-\\u036F"

const classOf = (scripts: string): string =>
  scripts
    .split(" ")
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("")

const patterns = new Map<string, RegExp>()

const isOnlyOf = (text: string, scripts: string): boolean => {
  const pattern = patterns.get(scripts) ?? new RegExp(`^[${anyScript}${classOf(scripts)}]*$`, "u")
  patterns.set(scripts, pattern)
  return pattern.test(text)
}

/** Text of scripts that are newer than the list. */
const unlisted = new RegExp(`^(?:[${anyScript}]|[^${classOf(names)}])*$`, "u")

/** True for a text with one script, or a mix that Unicode TR 39 (5.2) calls highly restrictive. */
export const isHighlyRestrictive = (text: string): boolean =>
  isOnlyOf(text, "Latin") ||
  mixes.some((mix) => isOnlyOf(text, mix)) ||
  names.split(" ").some((script) => isOnlyOf(text, script)) ||
  unlisted.test(text)
