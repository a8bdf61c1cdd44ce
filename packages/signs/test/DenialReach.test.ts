import { describe, expect, it } from "@effect/vitest"
import { readWith, wordings } from "./SmallOntology.ts"

const [seizure, ataxia, head] = ["HP:0001250", "HP:0002066", "HP:0000252"]
const noSeizure = `not ${seizure}`

const read = readWith(wordings)

const each = (lang: string, texts: ReadonlyArray<string>, found: ReadonlyArray<string>) => {
  for (const text of texts) expect(read(text, lang).recognised, text).toEqual(found)
}

describe("The reach of denials", () => {
  it("of what somebody is not able to do deny no sign, up to the next 'and'", () => {
    for (const [lang, able] of [
      ["de", "er kann keine Krampfanfälle bekommen"],
      ["es", "no puede tener convulsiones"],
      ["it", "non può avere convulsioni"],
      ["pt", "não consegue ter convulsões"],
      ["fr", "il ne peut pas avoir de convulsions"]
    ] as const)
      expect(read(able, lang).recognised, able).toEqual([])
    each(
      "de",
      ["Er kann laufen und hat keine Krampfanfälle", "Krampfanfälle konnten ausgeschlossen werden"],
      [noSeizure]
    )
  })

  it("by the French 'plus de' at the beginning of a clause cover no other sign, and are a part of names", () => {
    each("fr", ["Plus de convulsions, et une ataxie", "Plus de convulsions et de l'ataxie"], [noSeizure, ataxia])
    each("fr", ["Il a plus de convulsions qu'avant"], [seizure])
    const readBrows = readWith({ [head]: { fr: ["pas de sourcils"] } })
    expect(readBrows("Plus de sourcils", "fr").recognised).toEqual([head])
  })

  it("by 'without' end at a verb, also within words that a name has, and deny nothing behind another word", () => {
    const readAids = readWith({ [head]: { pt: ["aparelho surdez"] }, [seizure]: { pt: ["surdo"] } })
    expect(readAids("sem aparelhos é surdo", "pt").recognised).toEqual([seizure])
    expect(readAids("aparelhos para a surdez", "pt").recognised).toEqual([head])
    const readRed = readWith({ [seizure]: { fr: ["rouge"] } })
    expect(readRed("pas rouge", "fr").recognised).toEqual([noSeizure])
    expect(readRed("aucun anticorps rouge", "fr").recognised).toEqual([])
  })
})
