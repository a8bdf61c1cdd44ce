import { Effect, Layer, Predicate } from "effect"
import { ClientInput, InputRequired } from "../../../src/transport/mcp/ClientInput.ts"
import { constantMethod, type Method, Methods } from "../../../src/transport/mcp/Methods.ts"
import { formOf, png, tools } from "./FixtureTools.ts"

type Call = Method["call"]

const describedAs = (name: string) => ({
  name,
  title: name,
  description: `A fixture of the conformance suite: ${name}.`
})

const messagesOf = (...contents: ReadonlyArray<object>) =>
  Effect.succeed(JSON.stringify({ messages: contents.map((content) => ({ role: "user", content })) }))

const textOf = (text: string) => ({ type: "text", text })

const argumentsOf = (params: Parameters<Call>[0]) =>
  Predicate.isRecord(params["arguments"]) ? params["arguments"] : {}

/** The arguments of each prompt, and its messages. */
const prompts: Readonly<Record<string, { readonly takes: ReadonlyArray<string>; readonly get: Call }>> = {
  test_simple_prompt: { takes: [], get: () => messagesOf(textOf("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    takes: ["arg1", "arg2"],
    get: (params) => {
      const { arg1 = "", arg2 = "" } = argumentsOf(params)
      return messagesOf(textOf(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))
    }
  },
  test_prompt_with_embedded_resource: {
    takes: ["resourceUri"],
    get: (params) => {
      const { resourceUri: uri = "" } = argumentsOf(params)
      const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." }
      return messagesOf({ type: "resource", resource }, textOf("Please process the embedded resource above."))
    }
  },
  test_prompt_with_image: {
    takes: [],
    get: () =>
      messagesOf({ type: "image", data: png, mimeType: "image/png" }, textOf("Please analyze the image above."))
  },
  test_input_required_result_prompt: {
    takes: [],
    get: () =>
      Effect.flatMap(ClientInput, ({ responses }) =>
        Predicate.isRecord(responses["user_context"])
          ? messagesOf(textOf("Use the context of the user."))
          : new InputRequired({ requests: { user_context: formOf("What context should the prompt use?", "context") } })
      )
  }
}

const resources: Readonly<Record<string, object>> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
  "test://watched-resource": { mimeType: "text/plain", text: "This resource never changes." }
}

const template = /^test:\/\/template\/([^/]+)\/data$/

/** The contents of a resource of the fixtures. */
const contentsOf = (uri: string): object | undefined => {
  const [, id] = template.exec(uri) ?? []
  if (id === undefined) return resources[uri]
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { mimeType: "application/json", text }
}

const listed: Readonly<Record<string, Method>> = {
  "tools/list": constantMethod({
    tools: Object.keys(tools).map((name) => ({
      ...describedAs(name),
      inputSchema: { type: "object", properties: {} }
    }))
  }),
  "prompts/list": constantMethod({
    prompts: Object.entries(prompts).map(([name, { takes }]) => ({
      ...describedAs(name),
      arguments: takes.map((name) => ({ name, description: name, required: true }))
    }))
  }),
  "resources/list": constantMethod({ resources: Object.keys(resources).map((uri) => ({ uri, name: uri })) }),
  "resources/templates/list": constantMethod({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }]
  })
}

const subscriptionMethods = new Set(["resources/subscribe", "resources/unsubscribe"])

/** Answers a call of a fixture; undefined for a call of anything else. */
const answerOf = (method: string, params: Parameters<Call>[0]) => {
  const name = String(params["name"])
  if (method === "tools/call") return tools[name]?.()
  if (method === "prompts/get") return prompts[name]?.get(params)
  const uri = String(params["uri"])
  const contents = contentsOf(uri)
  if (contents === undefined) return undefined
  if (method === "resources/read") return Effect.succeed(JSON.stringify({ contents: [{ uri, ...contents }] }))
  return subscriptionMethods.has(method) ? Effect.succeed("{}") : undefined
}

/** The methods of the community with the tools, prompts and resources that the scenarios of the conformance suite call. */
export const methods = Layer.effect(
  Methods,
  Effect.map(Methods, ({ ofSession, stateless }) =>
    Methods.of({
      ofSession: (name) => {
        const method = ofSession(name)
        if (method === undefined) return undefined
        return listed[name] ?? { call: (params, followed) => answerOf(name, params) ?? method.call(params, followed) }
      },
      stateless: (name) => {
        const method = stateless(name)
        if (method === undefined) return undefined
        return listed[name] ?? { ...method, call: (params) => answerOf(name, params) ?? method.call(params) }
      }
    })
  )
).pipe(Layer.provide(Methods.layer))
