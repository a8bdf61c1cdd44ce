import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Statistics } from "../domain/Statistics.ts"
import { Anyone } from "./Access.ts"
import { example } from "./Example.ts"
import { statistics } from "./Samples.ts"

/** The community in numbers (spec, Statistics). */
export class StatisticsApi extends HttpApiGroup.make("statistics")
  .add(
    HttpApiEndpoint.get("get", "/stats")
      .addSuccess(Statistics)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Count the community")
      .annotate(OpenApi.Description, "Exact when answered; `activeUsers30d` may be a minute old.")
      .annotate(...example({ status: 200, response: statistics }))
  )
  .annotate(OpenApi.Title, "Statistics")
  .annotate(OpenApi.Description, "The community in numbers.")
  .prefix("/api") {}
