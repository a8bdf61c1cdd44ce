import { Diseases } from "../../../services/diseases/Diseases.ts"
import { operations } from "../../http/HandlerRegistry.ts"
import { tagsOfFound } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

export const diseaseOperations = operations("diseases", Diseases, (diseases) => ({
  list: ({ urlParams }) => withCacheTags(diseases.list(urlParams), (page) => tagsOfFound(page, urlParams.search)),
  get: ({ path, urlParams }) => withCacheTags(diseases.get(path.id, urlParams.lang), (disease) => tagsOfFound(disease))
}))
