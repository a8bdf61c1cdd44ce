import { OpenApi } from "@effect/platform"
import { Console, Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { publicUrl } from "../Config.ts"
import { runMain } from "./RunMain.ts"

/** `npm run openapi`: prints the document that the server serves under `/api/openapi.json`. */
const program = Effect.flatMap(publicUrl, (url) =>
  Console.log(JSON.stringify({ ...OpenApi.fromApi(CommunityApi), servers: [{ url }] }, null, 2))
)

runMain(program)
