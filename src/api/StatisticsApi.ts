import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Statistics } from "../domain/Statistics.ts"
import { Anyone } from "./Access.ts"
import { Example, statistics } from "./document/Samples.ts"
import { Keeps, sharedWithActivity } from "./Keeps.ts"

/** The community in numbers (spec, Statistics). */
export class StatisticsApi extends HttpApiGroup.make("statistics")
  .add(
    HttpApiEndpoint.get("get", "/stats")
      .annotate(Keeps, sharedWithActivity)
      .addSuccess(Statistics)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Count the community")
      .annotate(OpenApi.Description, "Exact when answered; `activeUsers30d` may be a minute old.")
      .annotate(Example, { response: statistics })
  )
  .annotateContext(OpenApi.annotations({ title: "Statistics", description: "The community in numbers." }))
  .prefix("/api") {}
