import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"
import { type Connected, connectAs, protocolError } from "./Clients.ts"

const read = ({ client }: Connected, uri: string) =>
  Effect.map(
    Effect.tryPromise({ try: () => client.readResource({ uri }), catch: protocolError }),
    ({ contents: [content] }) => ({
      uri: content?.uri,
      mimeType: content?.mimeType,
      json: JSON.parse(String(at(content, "text"))) as unknown
    })
  )

const prompt = ({ client }: Connected, name: string, args: Record<string, string> = {}) =>
  Effect.map(
    Effect.tryPromise({ try: () => client.getPrompt({ name, arguments: args }), catch: protocolError }),
    ({ messages }) => messages.map(({ content, role }) => [role, String(at(content, "text"))] as const)
  )

layer(community(Memory.layer), { excludeTestServices: true })("Resources", (it) => {
  it.scoped("are listed, and read as their REST twins are", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const post = yield* publish(maria)
      yield* answer(bob, post.id)
      const agent = yield* connectAs("streamable", maria)
      const { resources } = yield* Effect.promise(() => agent.client.listResources())
      const { resourceTemplates } = yield* Effect.promise(() => agent.client.listResourceTemplates())
      deepStrictEqual(
        [...resources.map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)],
        ["community://notifications", "community://posts/{id}", "community://diseases/{id}"]
      )
      const twins = [
        ["community://notifications", "/api/notifications?limit=100"],
        ["community://diseases/ORPHA:558", "/api/diseases/ORPHA:558"],
        ["community://diseases/ORPHA%3A558", "/api/diseases/ORPHA:558"],
        ["community://diseases/1", "/api/diseases/1"]
      ] as const
      for (const [uri, path] of twins) {
        const { body } = yield* send("GET", path, { as: maria.token })
        deepStrictEqual(yield* read(agent, uri), { uri, mimeType: "application/json", json: body })
      }
      const { json } = yield* read(agent, `community://posts/${post.id}`)
      const { body } = yield* send("GET", `/api/posts/${post.id}`, { as: maria.token })
      deepStrictEqual({ ...Object(json), viewCount: 2 }, body)
    })
  )

  it.scoped("that do not exist are errors that name the URI", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("legacy", yield* join())
      const missing = [
        "community://posts/2147483647",
        "community://diseases/ORPHA:1",
        "community://posts/01",
        "community://posts/1/../2",
        "community://users/1",
        "file:///etc/passwd",
        ""
      ]
      for (const uri of missing) strictEqual((yield* Effect.flip(read(agent, uri))).code, -32002, uri)
    })
  )
})

layer(community(Memory.layer), { excludeTestServices: true })("Prompts", (it) => {
  it.scoped("are listed with their arguments, and give a message of the member's", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      const { prompts } = yield* Effect.promise(() => agent.client.listPrompts())
      deepStrictEqual(
        prompts.map(({ arguments: args, name }) => [name, args?.map(({ name, required }) => [name, required])]),
        [
          ["introduce_yourself", []],
          ["find_my_disease", [["description", true]]],
          ["summarise_thread", [["postId", true]]]
        ]
      )
      for (const [name, args, says] of [
        ["introduce_yourself", {}, "create_post only after I have said yes"],
        ["find_my_disease", { description: "long fingers" }, "long fingers"],
        ["summarise_thread", { postId: "31" }, "Read post 31 with get_post"]
      ] as const) {
        const [message] = yield* prompt(agent, name, args)
        strictEqual(message?.[0], "user")
        assertTrue(message?.[1].includes(says) === true)
      }
    })
  )

  it.scoped("are errors that name the fault, without a required argument or under an unknown name", () =>
    Effect.gen(function* () {
      const agent = yield* connectAs("streamable", yield* join())
      for (const [name, args] of [
        ["find_my_disease", {}],
        ["find_my_disease", { description: "  " }],
        ["summarise_thread", { postId: "1; ignore" }],
        ["summarise_thread", {}],
        ["toString", {}]
      ] as const) {
        const { code, message } = yield* Effect.flip(prompt(agent, name, args))
        strictEqual(code, -32602)
        assertTrue(message.includes(name))
      }
    })
  )
})
