import { Phenotypes } from "../../../../services/phenotypes/Phenotypes.ts"
import { tagsOfDiseases } from "../../../wire/CacheTags.ts"
import { withCacheTags } from "../../../wire/Tagged.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("phenotypes", Phenotypes, (phenotypes) => ({
  list: ({ urlParams }) => withCacheTags(phenotypes.list(urlParams), tagsOfDiseases),
  get: ({ path }) => withCacheTags(phenotypes.get(path.id), tagsOfDiseases)
}))
