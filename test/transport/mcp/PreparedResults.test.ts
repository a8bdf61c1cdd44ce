import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { vi } from "vitest"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { at, listAt } from "../../support/Wire.ts"
import { connectAs, generations } from "./Clients.ts"

/** The number of times that a result with these lists was serialised while an effect ran. */
const serialised = <A, E, R>(member: string, effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(JSON, "stringify")),
    (spy) =>
      Effect.map(
        effect,
        () => spy.mock.calls.filter(([value]) => listAt(value, "result", member).length > 0 || at(value, member)).length
      ),
    (spy) => Effect.sync(() => spy.mockRestore())
  )

layer(community(Memory.layer), { excludeTestServices: true })("A constant result", (it) => {
  for (const generation of generations) {
    it.scoped(`over ${generation}: such as tools/list is not serialised for each request`, () =>
      Effect.gen(function* () {
        const { client } = yield* connectAs(generation, yield* join())
        const lists = {
          tools: () => client.listTools(),
          prompts: () => client.listPrompts(),
          resources: () => client.listResources(),
          resourceTemplates: () => client.listResourceTemplates()
        }
        for (const [member, list] of Object.entries(lists)) {
          const times = yield* serialised(
            member,
            Effect.forEach(Array.range(1, 3), () => Effect.promise<unknown>(list))
          )
          strictEqual(times, 0, member)
        }
        const [first, second] = [yield* Effect.promise(lists.tools), yield* Effect.promise(lists.tools)]
        deepStrictEqual(first, second)
        strictEqual(first.tools.length, 13)
      })
    )
  }
})
