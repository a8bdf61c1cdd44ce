import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia, hearing] = ["HP:0001250", "HP:0002066", "HP:0001083"]

const read = readWith(wordings)

/** Texts with what is recognised in them, and the signs of relatives. */
type Told = readonly [
  text: string,
  lang: string,
  recognised: ReadonlyArray<string>,
  ofRelatives?: ReadonlyArray<string>
]

const each = (texts: ReadonlyArray<Told>) => {
  for (const [text, lang, expected, ofRelatives = []] of texts) {
    const { recognised, unsure } = read(text, lang)
    const asked = unsure.map((sign) => sign.slice(sign.indexOf("HP:")))
    expect({ recognised, asked }, text).toEqual({ recognised: expected, asked: ofRelatives })
  }
}

describe("the patient", () => {
  it("is a husband or wife rather than a parent of whom the text says no more", () =>
    each([
      ["My father has ataxia. My husband has hearing loss", "en", [hearing], [ataxia]],
      ["Her mother has ataxia. My wife has hearing loss", "en", [hearing], [ataxia]],
      ["Mein Vater hat Ataxie. Mein Mann hat Hörverlust", "de", [hearing], [ataxia]],
      ["Mon père a une ataxie. Ma femme a une surdité", "fr", [hearing], [ataxia]],
      ["Mi padre tiene ataxia. Mi mujer tiene sordera", "es", [hearing], [ataxia]],
      ["Mio padre ha atassia. Mia moglie ha sordità", "it", [hearing], [ataxia]],
      ["Meu pai tem ataxia. Minha mulher tem surdez", "pt", [hearing], [ataxia]],
      ["My father is 70, he has ataxia. My husband has hearing loss", "en", [ataxia], [hearing]],
      ["My husband has ataxia. My mother has hearing loss", "en", [ataxia], [hearing]]
    ]))

  it("is the writer who has a sign, or has it not, with or without a pronoun", () =>
    each([
      ["My mother has ataxia. I don't have hearing loss", "en", [`not ${hearing}`], [ataxia]],
      ["Meine Mutter hat Ataxie. Ich habe keinen Hörverlust", "de", [`not ${hearing}`], [ataxia]],
      ["Ma mère a une ataxie. Je n'ai pas de surdité", "fr", [`not ${hearing}`], [ataxia]],
      ["Mi madre tiene ataxia. Tengo sordera", "es", [hearing], [ataxia]],
      ["Mi madre tiene ataxia. No tengo sordera", "es", [`not ${hearing}`], [ataxia]],
      ["Mia madre ha atassia. Ho sordità", "it", [hearing], [ataxia]],
      ["Minha mãe tem ataxia. Tenho surdez", "pt", [hearing], [ataxia]]
    ]))

  it("is a child who is named without 'my'", () =>
    each([
      ["My father has ataxia. The baby has hearing loss", "en", [hearing], [ataxia]],
      ["Mein Vater hat Ataxie. Der Kleine hat Hörverlust", "de", [hearing], [ataxia]],
      ["Mio padre ha atassia. Il piccolo ha sordità", "it", [hearing], [ataxia]]
    ]))

  it("is the relative whom a text names first, also behind a greeting or 'bei', if they are alone and alive", () =>
    each([
      ["Hello, my mother has ataxia", "en", [ataxia]],
      ["Bei meinem Vater wurde Ataxie festgestellt", "de", [ataxia]],
      ["Mi madre tiene ataxia. Tengo miedo", "es", [ataxia]],
      ["My father died of ataxia", "en", [], [ataxia]],
      ["Mi papá y mi tío tienen ataxia", "es", [], [ataxia]]
    ]))

  it("has no sign that a clause says is a relative's, in any place", () =>
    each([
      ["My son has hearing loss. My stepmother has ataxia", "en", [hearing], [ataxia]],
      ["My son has hearing loss. His father-in-law has ataxia", "en", [hearing], [ataxia]],
      ["My son has hearing loss. My brother's ataxia is bad", "en", [hearing], [ataxia]],
      ["Mein Sohn hat Hörverlust. Bei meinem Bruder wurde Ataxie festgestellt", "de", [hearing], [ataxia]],
      ["Mein Sohn hat Hörverlust. Die Ataxie meiner Mutter begann früh", "de", [hearing], [ataxia]],
      ["Mon fils a une surdité. On a trouvé une ataxie chez mon frère", "fr", [hearing], [ataxia]],
      ["Mon fils a une surdité. Chez mon frère, on a trouvé une ataxie", "fr", [hearing], [ataxia]],
      ["Mon fils a une surdité. La sœur de ma mère a une ataxie", "fr", [hearing], [ataxia]],
      ["Mi hijo tiene sordera. A mi hermana le dio ataxia", "es", [hearing], [ataxia]],
      ["Mi hijo tiene sordera. Le dio ataxia a mi hermana", "es", [hearing], [ataxia]],
      ["Mio figlio ha sordità. L'atassia di mia madre è grave", "it", [hearing], [ataxia]],
      ["Meu filho tem surdez. À minha irmã diagnosticaram ataxia", "pt", [hearing], [ataxia]],
      ["Mein Sohn hat Hörverlust und mein Bruder hat Ataxie", "de", [hearing], [ataxia]],
      ["Mi hijo tiene sordera y su papá tenía ataxia", "es", [hearing], [ataxia]],
      ["Mia mamma ha sordità, mio papà l'atassia", "it", [hearing], [ataxia]],
      ["Mein Sohn hat Ataxie wie bei meinem Bruder", "de", [ataxia]],
      ["Mi hijo tiene ataxia en casa de mi madre", "es", [ataxia]],
      ["Ma mère dit qu'il a une ataxie", "fr", [ataxia]]
    ]))

  it("has not what a relative has, where a clause says so: 'mine not'", () =>
    each([
      ["My mother has ataxia, but I don't", "en", [`not ${ataxia}`]],
      ["My brother has ataxia. I do not.", "en", [`not ${ataxia}`]],
      ["His cousin has ataxia, he doesn't", "en", [`not ${ataxia}`]],
      ["Bei meiner Mutter wurde Ataxie festgestellt, bei mir nicht", "de", [`not ${ataxia}`]],
      ["Mein Neffe hat Ataxie und mein Sohn zum Glück nicht", "de", [`not ${ataxia}`]],
      ["Ma mère a une ataxie, moi non", "fr", [`not ${ataxia}`]],
      ["mi sobrino tiene ataxia pero mi hijo no", "es", [`not ${ataxia}`]],
      ["Mio fratello ha atassia e io no", "it", [`not ${ataxia}`]],
      ["Meu irmão tem ataxia, eu felizmente não", "pt", [`not ${ataxia}`]],
      ["I have ataxia, my mother doesn't", "en", [ataxia]],
      ["Meine Mutter hat Ataxie, ich weiß nicht weiter", "de", [ataxia]],
      ["Mi madre tiene ataxia, yo no lo creo", "es", [ataxia]]
    ]))

  it("may be the little one, who is not small", () => {
    const microcephaly = "HP:0000252"
    const read = readWith({
      [microcephaly]: { it: ["testa piccola"], es: ["cabeza pequeña"], pt: ["cabeça pequena"], fr: ["petite tête"] },
      [seizure]: wordings["HP:0001250"]
    })
    const texts = [
      ["Il piccolo ha la testa enorme e convulsioni", "it"],
      ["El pequeño tiene la cabeza enorme y convulsiones", "es"],
      ["O pequeno tem a cabeça enorme e convulsões", "pt"],
      ["La petite a la tête énorme et des convulsions", "fr"]
    ] as const
    for (const [text, lang] of texts) expect(read(text, lang).recognised, text).toEqual([seizure])
    for (const [text, lang] of [
      ["la piccola testa", "it"],
      ["su pequeña cabeza", "es"],
      ["sa petite tête", "fr"]
    ] as const)
      expect(read(text, lang).recognised, text).toEqual([microcephaly])
  })
})
