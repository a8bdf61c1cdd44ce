import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { at, listAt } from "../../support/Wire.ts"
import { type Connected, connectAs } from "./Clients.ts"

/** Every tool that lists, with arguments for a list of three and more. */
const lists = (word: string) =>
  ({
    search_community: { query: word },
    list_posts: { search: word, sort: "replies" },
    browse_news: {},
    find_diseases: { search: "syndrome" },
    get_notifications: {}
  }) as const

const told = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join()]
  const word = unique()
  for (const _ of Array.range(1, 4)) {
    const { id } = yield* publish(maria, { title: word })
    yield* answer(bob, id)
  }
  return { agent: yield* connectAs("streamable", maria), word }
})

const idsOf = (json: unknown) => listAt(json, "data").map((item) => at(item, "id"))

const walked = (agent: Connected, name: string, args: object) =>
  Effect.gen(function* () {
    const first = yield* agent.call(name, { ...args, limit: 2 })
    const cursor = at(first.json, "pagination", "nextCursor")
    const second = yield* agent.call(name, { ...args, limit: 1, cursor })
    return { first, cursor, second }
  })

layer(community(Memory.layer), { excludeTestServices: true })("A listing tool", (it) => {
  it.scoped("continues from the cursor of a result", () =>
    Effect.gen(function* () {
      const { agent, word } = yield* told
      for (const [name, args] of Object.entries(lists(word))) {
        const whole = idsOf((yield* agent.call(name, { ...args, limit: 3 })).json)
        const { first, second } = yield* walked(agent, name, args)
        deepStrictEqual([...idsOf(first.json), ...idsOf(second.json)], whole, name)
        strictEqual(whole.length, 3, name)
      }
    })
  )

  it.scoped(
    "names the next page in its text by number, or by cursor if it was called with one or lists notifications",
    () =>
      Effect.gen(function* () {
        const { agent, word } = yield* told
        for (const [name, args] of Object.entries(lists(word))) {
          const { first, second } = yield* walked(agent, name, args)
          const cursorOf = ({ json }: typeof first) => `cursor ${at(json, "pagination", "nextCursor")}`
          // A list of unread notifications gets shorter as they are read, so its pages have no numbers.
          const next = name === "get_notifications" ? cursorOf(first) : "page 2"
          assertTrue(first.text.includes(` Next: ${next}.`), first.text)
          assertTrue(second.text.includes(` Next: ${cursorOf(second)}.`), second.text)
          const whole = yield* agent.call(name, { ...args, limit: 100 })
          strictEqual(whole.text.includes(" Next: "), at(whole.json, "pagination", "hasMore"), whole.text)
        }
      })
  )

  it.scoped("refuses a cursor of another list, and one beside a number, with a message that helps", () =>
    Effect.gen(function* () {
      const { agent, word } = yield* told
      for (const [name, args] of Object.entries(lists(word))) {
        const { cursor } = yield* walked(agent, name, args)
        const other = name === "browse_news" ? "get_notifications" : "browse_news"
        const foreign = yield* agent.call(other, { cursor })
        deepStrictEqual(
          [foreign.isError, /^cursor must be the nextCursor of this same list/.test(foreign.text)],
          [true, true]
        )
        const start = name === "get_notifications" ? { offset: 0 } : { page: 1 }
        const both = yield* agent.call(name, { ...args, cursor, ...start })
        deepStrictEqual(
          [both.isError, /^send (page|offset) or cursor, not both/.test(both.text)],
          [true, true],
          both.text
        )
        strictEqual((yield* agent.call(name, { ...args, cursor: "" })).isError, false)
      }
    })
  )
})
