import { layer } from "@effect/vitest"
import { assertTrue } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { connectAs } from "../mcp/Clients.ts"

layer(community(Memory.layer), { excludeTestServices: true })("search_community", (it) => {
  it.scoped("says that posts have most of the words only, and without any what to try", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      yield* publish(maria, { title: "Splints for the wrist", content: "They help at night." })
      const { call } = yield* connectAs("streamable", maria)
      const textOf = (query: string) => Effect.map(call("search_community", { query }), ({ text }) => text)
      const partly = "No post has all of these words. The nearest, with what each lacks:"

      const most = yield* textOf("how do I find splints for the wrist at night unfindable")
      assertTrue(most.indexOf(partly) > 0 && most.indexOf(partly) < most.indexOf("Splints"), most)
      const all = yield* textOf("splints wrist night")
      assertTrue(all.includes("Splints") && !all.includes(partly), all)
      const none = yield* textOf("unfindable words")
      assertTrue(/No post has any of these words\. Try fewer or other words/.test(none), none)
      assertTrue(!none.includes(partly), none)
    })
  )
})
