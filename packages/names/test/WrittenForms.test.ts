import { describe, expect, it } from "@effect/vitest"
import { disease, indexOf } from "./SmallCatalogue.ts"

const index = indexOf([
  disease(1, "متلازمة مارفان"),
  disease(2, "أمراض القلب", { prominence: 2 }),
  disease(3, "תסמונת מרפן"),
  disease(4, "Herzinsuffizienz"),
  disease(5, "Marfan syndrome")
])

const first = (search: string) => index.find(search).map(({ id }) => index.disease(id)?.name)[0]

describe("DiseaseIndex.find, of names in other forms", () => {
  it.each([
    ["another alef, without hamza", "امراض القلب", "أمراض القلب"],
    ["vowel marks", "مُتَلازِمَة مارفان", "متلازمة مارفان"],
    ["a tatweel", "متلازمـــة مارفان", "متلازمة مارفان"],
    ["another heh", "متلازمه مارفان", "متلازمة مارفان"],
    ["Hebrew points", "תִּסְמֹנֶת מַרְפָן".replace("סְמֹ", "סְמוֹ"), "תסמונת מרפן"],
    ["a soft hyphen", "Herz\u00adinsuffizienz", "Herzinsuffizienz"],
    ["a space of no width", "Mar\u200bfan syn\u200bdrome", "Marfan syndrome"],
    ["a byte order mark", "\ufeffMarfan syn\ufeffdrome", "Marfan syndrome"]
  ])("finds a name typed with %s", (_, typed, name) => {
    expect(first(typed)).toBe(name)
  })

  it("finds a name that is stored in such a form", () => {
    const stored = indexOf([disease(1, "أَمْرَاض القَلْب"), disease(2, "Herz\u00adinsuffizienz")])
    expect(stored.find("امراض القلب").map(({ id }) => id)).toEqual([1])
    expect(stored.find("herzinsuffizienz").map(({ id }) => id)).toEqual([2])
  })
})
