import { type PhenotypeData, packTerms, type Term } from "../PhenotypeData.ts"
import type { Ontology } from "./HpoFiles.ts"

type Pair = readonly [id: number, term: Term]

/** Packs the ids that lead to a term, and those of terms that were given up; `place` finds the place of a term. */
export const otherIds = (
  { aliases, considered }: Ontology,
  place: (id: number) => Term | undefined
): Pick<PhenotypeData, "aliases" | "aliasTerms" | "formerIds" | "consideredTerms"> => {
  const to = (id: number, other: number): ReadonlyArray<Pair> => {
    const term = place(other)
    return term === undefined ? [] : [[id, term]]
  }
  const known = Array.from(aliases.keys())
    .flatMap((alias) => to(alias, alias))
    .sort(([one], [other]) => one - other)
  const former = Array.from(considered).flatMap(([id, others]) => others.flatMap((other) => to(id, other)))
  return {
    aliases: Uint32Array.from(known, ([alias]) => alias),
    aliasTerms: packTerms(known.map(([, term]) => term)),
    formerIds: Uint32Array.from(former, ([id]) => id),
    consideredTerms: packTerms(former.map(([, term]) => term))
  }
}
