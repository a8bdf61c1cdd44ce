import { allAbove, nearestAbove, type Parents } from "./Hierarchy.ts"

export const unclassified = "Unclassified"

const neoplasms = { id: "MONDO:0045024", category: "Rare neoplastic disease" }

/**
 * The category of each of Mondo's classes of body systems and processes, for diseases that Orphanet does not classify.
 */
export const bodySystems: Readonly<Record<string, string>> = {
  "MONDO:0002051": "Rare skin disease",
  "MONDO:0002081": "Rare bone disease",
  "MONDO:0002118": "Rare renal disease",
  "MONDO:0002254": "Rare developmental defect during embryogenesis",
  "MONDO:0002515": "Rare hepatic disease",
  "MONDO:0003900": "Rare systemic or rheumatologic disease",
  "MONDO:0004335": "Rare gastroenterologic disease",
  "MONDO:0005039": "Rare urogenital disease",
  "MONDO:0005046": "Rare immune disease",
  "MONDO:0005066": "Rare inborn errors of metabolism",
  "MONDO:0005071": "Rare neurologic disease",
  "MONDO:0005087": "Rare respiratory disease",
  "MONDO:0005151": "Rare endocrine disease",
  "MONDO:0005267": "Rare cardiac disease",
  "MONDO:0005385": "Rare circulatory system disease",
  "MONDO:0005550": "Rare infectious disease",
  "MONDO:0005570": "Rare hematologic disease",
  "MONDO:0006858": "Rare odontologic disease",
  "MONDO:0021147": "Rare developmental defect during embryogenesis",
  "MONDO:0024458": "Rare ophthalmic disorder",
  "MONDO:0024623": "Rare otorhinolaryngologic disease",
  "MONDO:0029000": "Rare disorder due to toxic effects",
  "MONDO:0100366": "Rare disorder due to toxic effects"
}

/** Mondo's class of metabolic diseases includes acquired ones, its subclass MONDO:0003847 only inherited ones. */
const isAcquired = (above: ReadonlySet<string>) => !above.has("MONDO:0003847")

export interface Categorized {
  readonly categories: ReadonlyArray<string>
  readonly from: "itself" | "an ancestor" | "its body system" | "nothing"
}

const sorted = (names: Iterable<string>) => Array.from(new Set(names)).sort()

/**
 * The categories of a disease: its specialty in Orphanet, else that of the nearest disease above it, else that of its
 * body system in Mondo, else "Unclassified".
 */
export const categoriesOf = (
  id: string,
  parents: Parents,
  specialties: (id: string) => ReadonlyArray<string>
): Categorized => {
  const own = sorted(specialties(id))
  if (own.length > 0) return { categories: own, from: "itself" }
  const inherited = sorted(nearestAbove(parents, id, (one) => specialties(one).length > 0).flatMap(specialties))
  if (inherited.length > 0) return { categories: inherited, from: "an ancestor" }
  const above = allAbove(parents, id)
  if (above.has(neoplasms.id)) return { categories: [neoplasms.category], from: "its body system" }
  const systems = nearestAbove(
    parents,
    id,
    (one) => Object.hasOwn(bodySystems, one) && !(one === "MONDO:0005066" && isAcquired(above))
  ).flatMap((one) => bodySystems[one] ?? [])
  return systems.length > 0
    ? { categories: sorted(systems), from: "its body system" }
    : { categories: [unclassified], from: "nothing" }
}
