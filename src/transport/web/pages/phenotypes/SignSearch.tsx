import { Effect } from "effect"
import type { DiseasePage } from "../../../../domain/diseases/Disease.ts"
import type { PhenotypeId } from "../../../../domain/phenotypes/Phenotype.ts"
import type { Diseases } from "../../../../services/diseases/Diseases.ts"
import type { DiseaseRequest } from "../../../../services/diseases/SearchPages.ts"
import type { Phenotypes } from "../../../../services/phenotypes/Phenotypes.ts"
import { tagsOfDiseases } from "../../../wire/CacheTags.ts"
import { nameLanguage } from "../../Components.tsx"
import type { PageError, View, WebRequest } from "../../WebRequest.ts"
import { hitsShown } from "./FoldedHits.ts"
import { signNamesFor } from "./SignNames.tsx"
import { SignsPage } from "./SignsPage.tsx"

/** The ids of all signs that a page of a search shows. */
const signIdsOf = ({ data, recognised = [], unsure = [] }: DiseasePage): ReadonlyArray<string> => [
  ...[...recognised, ...unsure].map(({ id }) => id),
  ...data.flatMap(({ against = [], matched = [] }) => [...matched, ...against].flatMap(({ by, id }) => [id, by]))
]

/** The page of a search by signs; without signs that are there its form. */
export const makeShowSigns =
  (diseases: Diseases["Type"], phenotypes: Phenotypes["Type"]) =>
  (request: WebRequest<unknown, DiseaseRequest>, typed?: Typed): Effect.Effect<View, PageError> =>
    Effect.gen(function* () {
      const { excluded = [], limit = hitsShown, phenotypes: present = [], symptoms = "" } = request.parameters
      const { title } = request.t.phenotypes
      const added = yield* namedOf(phenotypes, present)
      const absent = yield* namedOf(phenotypes, excluded)
      const isAsked = typed !== undefined || symptoms !== "" || present.length > 0
      const diseaseRequest = { ...request.parameters, limit, lang: nameLanguage(request) }
      const page = typed?.page ?? (isAsked ? yield* diseases.list(diseaseRequest) : undefined)
      const ids = [...present, ...excluded, ...(page === undefined ? [] : signIdsOf(page))]
      const body = (
        <SignsPage
          {...(page === undefined ? {} : { page })}
          {...(typed === undefined ? {} : { search: typed.search })}
          symptoms={typed?.search ?? symptoms}
          added={added}
          excluded={absent}
          names={yield* signNamesFor(phenotypes, request, ids)}
          isPrinted={request.query["print"] === "1"}
        />
      )
      const isForm = page === undefined && absent.length === 0
      return isForm
        ? { title, canonical: "/diseases?symptoms=", description: request.t.phenotypes.intro, body }
        : { title, tags: tagsOfDiseases(), body }
    })

/** The names of phenotypes by their ids. Without ids it does not wait until the phenotypes are read. */
const namedOf = (phenotypes: Phenotypes["Type"], ids: ReadonlyArray<PhenotypeId>) =>
  ids.length === 0 ? Effect.succeed([]) : phenotypes.named(ids)

/** The first diseases of a page: its link to more shows the others. */
export const beginningOf = (page: DiseasePage): DiseasePage => ({
  ...page,
  data: page.data.slice(0, hitsShown),
  pagination: { ...page.pagination, limit: Math.min(page.pagination.limit, hitsShown) }
})

/** A search that was typed as a name, and is read as signs. */
interface Typed {
  readonly search: string
  readonly page: DiseasePage
}
