import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { tagsOfFound } from "../../../wire/CacheTags.ts"
import { withCacheTags } from "../../../wire/Tagged.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("diseases", Diseases, (diseases) => ({
  list: ({ urlParams }) => withCacheTags(diseases.list(urlParams), (page) => tagsOfFound(page, urlParams.search)),
  get: ({ path, urlParams }) => withCacheTags(diseases.get(path.id, urlParams.lang), (disease) => tagsOfFound(disease))
}))
