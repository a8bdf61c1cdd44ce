import type { Change } from "./Typing.ts"
import { arabic, greekSigns, roman } from "./Words.ts"

/** Other right ways to write a name. None where the name has but one. */

type Spelling = readonly [RegExp, string]

const british: ReadonlyArray<Spelling> = [
  [/emia\b/gi, "aemia"],
  [/(?<!st|d|pol)emic\b/gi, "aemic"],
  [/\bhem(?=ato|ochr|oly|ophi|orr|oglo|angi)/g, "haem"],
  [/edema/g, "oedema"],
  [/esophag/g, "oesophag"],
  [/tumor/g, "tumour"],
  [/color(?=ed|\b|b)/g, "colour"],
  [/fetal/g, "foetal"],
  [/pediatric/g, "paediatric"],
  [/celiac/g, "coeliac"],
  [/cecal/g, "caecal"],
  [/diarrhea/g, "diarrhoea"],
  [/izing\b/g, "ising"],
  [/ized\b/g, "ised"],
  [/ization\b/g, "isation"],
  [/fiber\b/g, "fibre"],
  [/sulf/g, "sulph"],
  [/estrogen/g, "oestrogen"],
  [/anesthe/g, "anaesthe"],
  [/amebi/g, "amoebi"],
  [/behavior/g, "behaviour"],
  [/gynec/g, "gynaec"],
  [/orthopedic/g, "orthopaedic"],
  [/leukocyt/g, "leucocyt"]
]

const american: ReadonlyArray<Spelling> = [
  [/aemi(?=[ac])/gi, "emi"],
  [/haem(?=[ao])/gi, "hem"],
  [/oedem/g, "edem"],
  [/oesoph/g, "esoph"],
  [/tumour/g, "tumor"],
  [/colour/g, "color"],
  [/foet/g, "fet"],
  [/paed/g, "ped"],
  [/coeli/g, "celi"],
  [/diarrhoea/g, "diarrhea"],
  [/sulph/g, "sulf"],
  [/isation\b/g, "ization"],
  [/leuco(?=cyt|dy|enc)/g, "leuko"],
  [/fibre\b/g, "fiber"]
]

const respelled = (spellings: ReadonlyArray<Spelling>) => (name: string) => {
  const changed = spellings.reduce((text, [from, to]) => text.replace(from, to), name)
  return changed === name ? undefined : changed
}

export const inBritish: Change = respelled(british)
export const inAmerican: Change = respelled(american)

/** Names of people and places that lose their accents in most tables. */
const accented: ReadonlyArray<Spelling> = (
  "Sjögren Behçet Guillain-Barré Ménière Möbius Löffler Löfgren Waldenström Köhler Kühne Grönblad Müller " +
  "Schönlein Sézary Dubé Birt-Hogg-Dubé Ménétrier Peutz-Jéghers Böök Björnstad " +
  "Lhermitte Calvé Legg-Calvé-Perthes Touraine-Solente-Golé Röntgen Hünermann Conradi-Hünermann Büdinger Stüve Jarcho-Lévin " +
  "Lévy-Roussy Roussy-Lévy Déjerine Déjerine-Sottas Nägeli Günther Papillon-Lefèvre Lefèvre " +
  "Brown-Séquard Rosaï Marañón Chédiak Chédiak-Higashi Klüver-Bucy Klüver Löwenstein " +
  "Bazex-Dupré Dupré Dühring"
)
  .split(" ")
  .map((word) => [new RegExp(`\\b${word.normalize("NFKD").replace(/\p{M}/gu, "")}\\b`, "i"), word])

const withAccents = respelled(accented)

/** Accents put in where the table has none, or left out where it has them. */
export const accents: Change = (name) => {
  const without = name.normalize("NFKD").replace(/\p{M}/gu, "")
  if (without !== name.normalize("NFKD")) return without
  return withAccents(name)
}

/** One becomes many, or many one. */
export const plural: Change = (name) => {
  const words = name.split(" ")
  const last = words.pop() ?? ""
  if (!/^[a-z]{5,}$/.test(last)) return undefined
  const forms: ReadonlyArray<Spelling> = [
    [/oses$/, "osis"],
    [/(ome|ase|der|oma|nia|phy|thy|sis|xia|ncy|tumor)s$/, "$1"],
    [/([^aeiou])ies$/, "$1y"],
    [/([^aeiou])y$/, "$1ies"],
    [/sis$/, "ses"],
    [/(ome|ase|der|oma|nia|xia|tumor|defect|type)$/, "$1s"]
  ]
  const form = forms.find(([one]) => one.test(last))
  return form === undefined ? undefined : [...words, last.replace(form[0], form[1])].join(" ")
}

const number = /(?<![A-Za-z0-9.,/-])([1-9]|1[0-9])(?=[A-Ea-e]?(?![A-Za-z0-9/.-]))/

/** Arabic numerals as Romans write them: `type 2` as `type II`. */
export const asRoman: Change = (name) =>
  number.test(name) && /(type|disease|syndrome|ataxia|dystrophy|deficiency|paraplegia|neuropathy) [1-9]/.test(name)
    ? name.replace(number, (digits) => roman(Number(digits)) ?? digits)
    : undefined

/** Roman numerals as digits: `type II` as `type 2`. */
export const asArabic: Change = (name) => {
  const changed = name.replace(/\b(I|II|III|IV|V|VI|VII|VIII|IX|XI|XII)(?=[ABCDabc]?\b(?![-/]))/g, (numeral) =>
    String(arabic(numeral.toLowerCase()) ?? numeral)
  )
  return changed === name ? undefined : changed
}

/** The names of Greek letters as their signs, and the signs as names. */
export const greek: Change = (name) => {
  let changed = name
  for (const [word, sign] of greekSigns) changed = changed.replace(new RegExp(`\\b${word}\\b`, "gi"), sign)
  return changed === name ? undefined : changed
}

/** Two words written as one, or all that hyphens join. */
export const joined: Change = (name, random) => {
  const joints = [...name.matchAll(/(?<=[a-zA-Z]{3})[- ](?=[a-zA-Z]{4})/g)]
  if (joints.length === 0) return undefined
  if (random.next() < 0.5 && /[a-z]-[A-Za-z]/.test(name)) return name.replace(/(?<=[a-z])-(?=[A-Za-z])/g, "")
  const { index } = random.pick(joints)
  return name.slice(0, index) + name.slice(index + 1).replace(/^./, (letter) => letter.toLowerCase())
}

const compounds =
  /\b(neuro|cardio|hyper|hypo|osteo|chondro|myo|lympho|leuko|encephalo|micro|macro|hydro|mega|poly|retino|hemo|hepato|nephro|angio|fibro|erythro|pseudo|arthro|dermato|trans|spondylo|thrombo|hemi|brachy|dys|cranio|oligo|pan|acro)(?=[a-z]{5})/i

/** A compound written as two words. */
export const split: Change = (name) => {
  const changed = name.replace(compounds, "$1 ")
  return changed === name ? undefined : changed
}

/** Hyphens where the table has a space, spaces where it has a hyphen. */
export const hyphens: Change = (name, random) => {
  if (/[A-Za-z]-[A-Za-z]/.test(name))
    return name.replace(/(?<=[A-Za-z])[-–](?=[A-Za-z])/g, random.pick([" ", " ", "–", " - "]))
  const joints = [...name.matchAll(/(?<=[a-z]{3}) (?=[a-z]{4})/g)]
  if (joints.length === 0) return undefined
  const { index } = random.pick(joints)
  return `${name.slice(0, index)}-${name.slice(index + 1)}`
}

/** Capitals, spaces and marks as hasty people set them. */
export const careless: Change = (name, random) => {
  const marks = random.pick(["", "", "!", "?", ".", " ???", ","])
  const text = random.pick([
    name.toUpperCase(),
    name.toLowerCase(),
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    name.replaceAll(" ", "  "),
    `  ${name.toLowerCase()} `,
    `"${name}"`,
    `(${name.toLowerCase()})`,
    name.replace(/,/g, "").replaceAll(" ", "_")
  ])
  const changed = `${text}${marks}`
  return changed === name ? undefined : changed
}

/** The words of a name in another order, or the head of it last, as in an index. */
export const reordered: Change = (name, random) => {
  const words = name.replace(/[,()[\]]/g, "").split(" ")
  if (words.length < 2 || words.length > 6) return undefined
  const [first = "", ...rest] = words
  if (random.next() < 0.5) return `${rest.join(" ")}, ${first}`
  return random.shuffled(words).join(" ")
}
