import { OpenApi } from "@effect/platform"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { CommunityApi } from "../../../../src/api/CommunityApi.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { connectAs } from "../../mcp/Clients.ts"

const recorded = (name: string, document: unknown) =>
  Effect.promise(() => expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(`../../../../docs/${name}`))

layer(community(Memory.layer), { excludeTestServices: true })("The interfaces recorded in docs/", (it) => {
  it.effect("openapi.json is the OpenAPI document of this version (npx vitest run -u records a change)", () =>
    recorded("openapi.json", OpenApi.fromApi(CommunityApi))
  )

  it.scoped("tools.json is the tool list of this version (npx vitest run -u records a change)", () =>
    Effect.gen(function* () {
      const { client } = yield* connectAs("streamable", yield* join())
      yield* recorded("tools.json", yield* Effect.promise(() => client.listTools()))
    })
  )
})
