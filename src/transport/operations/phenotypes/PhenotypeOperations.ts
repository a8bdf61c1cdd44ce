import { Phenotypes } from "../../../services/phenotypes/Phenotypes.ts"
import { operations } from "../../http/HandlerRegistry.ts"
import { tagsOfDiseases } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

export const phenotypeOperations = operations("phenotypes", Phenotypes, (phenotypes) => ({
  list: ({ urlParams }) => withCacheTags(phenotypes.list(urlParams), tagsOfDiseases),
  get: ({ path }) => withCacheTags(phenotypes.get(path.id), tagsOfDiseases)
}))
