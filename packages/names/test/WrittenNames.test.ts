import { describe, expect, it } from "@effect/vitest"
import { isWrittenIn } from "../src/asked/WrittenNames.ts"

const isIn = (search: string, text: string) => isWrittenIn(search, { field: "synonym", text })

describe("isWrittenIn", () => {
  it.each([
    ["my son has cystic fibrosys", "Cystic fibrosis"],
    ["amyotrophe Lateralsklerose", "Amyotrophic lateral sclerosis"],
    ["fasciitis eosinophilic", "Eosinophilic fasciitis"],
    ["muscular dystrophy", "Duchenne muscular dystrophy"],
    ["muscular dystrophy", "Muscular dystrophy, congenital"],
    ["muscular", "Duchenne muscular dystrophy"],
    ["usher 2", "Usher syndrome, type 2A"],
    ["floppy baby disease", "Floppy baby syndrome"],
    ["she has PALE", "PALE"]
  ])("is true for a name as it is, and for a search that asks for one: %s", (search, name) => {
    expect(isIn(search, name)).toBe(true)
  })

  it.each([
    ["pale skin", "PALE"],
    ["hard stool", "HARDS"],
    ["very tall", "T-ALL"],
    ["my baby is floppy", "floppy baby disease"],
    ["nose bleeds", "nosebleed disease"],
    ["high fever", "Fever, Q"],
    ["odd ears", "Hereditary syndrome of lumpy scalp, odd ears and rudimentary nipples"],
    ["slurred speech", "Episodic ataxia with slurred speech"],
    ["fainted", "Fountain syndrome"]
  ])("is false for words that a name has in another way: %s", (search, name) => {
    expect(isIn(search, name)).toBe(false)
  })
})
