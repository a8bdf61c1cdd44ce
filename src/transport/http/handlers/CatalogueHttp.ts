import { Effect, Layer } from "effect"
import { Diseases } from "../../../services/diseases/Diseases.ts"
import { News } from "../../../services/news/News.ts"
import { Phenotypes } from "../../../services/phenotypes/Phenotypes.ts"
import { Statistics } from "../../../services/Statistics.ts"
import { tagsOfDiseases, tagsOfFound, tagsOfNews, tagsOfStatistics } from "../../wire/CacheTags.ts"
import { renewedTime, withCacheTags } from "../../wire/Tagged.ts"
import { handlers } from "../HandlerRegistry.ts"

const diseases = handlers("diseases", Diseases, (diseases) => ({
  list: ({ urlParams }) => withCacheTags(diseases.list(urlParams), (page) => tagsOfFound(page, urlParams.search)),
  get: ({ path, urlParams }) => withCacheTags(diseases.get(path.id, urlParams.lang), (disease) => tagsOfFound(disease))
}))

const phenotypes = handlers("phenotypes", Phenotypes, (phenotypes) => ({
  list: ({ urlParams }) => withCacheTags(phenotypes.list(urlParams), tagsOfDiseases),
  get: ({ path }) => withCacheTags(phenotypes.get(path.id), tagsOfDiseases)
}))

const news = handlers("news", News, (news) => ({
  list: ({ urlParams }) => withCacheTags(news.list(urlParams), tagsOfNews),
  get: ({ path }) => withCacheTags(news.get(path.id), tagsOfNews),
  remove: ({ path }) => news.remove(path.id)
}))

const statistics = handlers("statistics", Effect.all([Statistics, Effect.clock]), ([statistics, clock]) => ({
  get: () => withCacheTags(statistics.now, tagsOfStatistics, renewedTime(clock))
}))

export const layer = Layer.mergeAll(diseases, phenotypes, news, statistics)
