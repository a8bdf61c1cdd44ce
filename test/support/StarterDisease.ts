/** A disease as a starter file holds it. */
export const amber = {
  key: "amber-syndrome",
  name: "Amber syndrome",
  synonyms: ["Amber disease"],
  abbreviations: ["AMBS"],
  codes: { mondo: ["MONDO:9000001"], orpha: ["ORPHA:900001"] },
  categories: ["Rare skin disease"],
  description: "Written for it.",
  sources: ["a source"]
}
