import type { Source } from "../domain/diseases/Disease.ts"
import type { Release } from "./Facts.ts"
import type { SourceFacts } from "./SourceFacts.ts"

/** The version that most rows have; of several with as many, the latest. */
const versionOf = ({ releases }: SourceFacts, release: Release): string => {
  const versions = Array.from(releases.get(release) ?? [])
  const [best] = versions.toSorted(
    ([one, rows], [other, otherRows]) => otherRows - rows || (one < other ? 1 : one > other ? -1 : 0)
  )
  return best?.[0] ?? "not told"
}

/** The attributions that the licences demand, with the versions that were read. */
export const attributions = (facts: SourceFacts): Readonly<Record<Release, Source>> => {
  const orphadata = versionOf(facts, "orphadata")
  const doid = versionOf(facts, "doid")
  return {
    mondo: {
      name: "Mondo Disease Ontology",
      licence: "CC BY 4.0",
      url: "https://mondo.monarchinitiative.org",
      version: versionOf(facts, "mondo"),
      attribution:
        "Mondo Disease Ontology, Monarch Initiative, CC BY 4.0 (https://mondo.monarchinitiative.org). The data were changed: the rare diseases and those with an exact code of OMIM were taken, names were selected and their capitalisation adjusted, codes were selected and their prefixes rewritten, and the result was merged with other sources."
    },
    orphadata: {
      name: "Orphadata Science",
      licence: "CC BY 4.0",
      url: "https://www.orphadata.com",
      version: orphadata,
      attribution: `Orphadata Science: Free access data from Orphanet. (c) INSERM 1999. Available on https://www.orphadata.com. Data version: ${orphadata}. CC BY 4.0. The data were modified: what concerns the rare diseases of Mondo was taken and joined to them by code, and the medical specialties are used as categories.`
    },
    doid: {
      name: "Human Disease Ontology",
      licence: "CC0",
      url: "https://disease-ontology.org",
      version: doid,
      attribution: `Human Disease Ontology, release ${doid}, CC0. Definitions and synonyms were taken, and the definitions made readable.`
    }
  }
}
