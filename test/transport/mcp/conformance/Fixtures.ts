import { Effect, Layer, Predicate } from "effect"
import { ClientInput, InputRequired } from "../../../../src/transport/mcp/ClientInput.ts"
import { Extensions, type PromptContent, type PromptEntry } from "../../../../src/transport/mcp/Extensions.ts"
import { formOf, png, tools } from "./FixtureTools.ts"

const messagesOf = (...contents: ReadonlyArray<PromptContent>) =>
  Effect.succeed({ messages: contents.map((content) => ({ role: "user" as const, content })) })

const textOf = (text: string) => ({ type: "text" as const, text })

const promptOf = (name: string, names: ReadonlyArray<string>, get: PromptEntry["get"]): PromptEntry => ({
  description: {
    name,
    title: name,
    description: `A fixture of the conformance suite: ${name}.`,
    arguments: names.map((name) => ({ name, description: name, required: true }))
  },
  get
})

const prompts: ReadonlyArray<PromptEntry> = [
  promptOf("test_simple_prompt", [], () => messagesOf(textOf("This is a simple prompt for testing."))),
  promptOf("test_prompt_with_arguments", ["arg1", "arg2"], ({ arg1 = "", arg2 = "" }) =>
    messagesOf(textOf(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))
  ),
  promptOf("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri = "" }) =>
    messagesOf(
      {
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." }
      },
      textOf("Please process the embedded resource above.")
    )
  ),
  promptOf("test_prompt_with_image", [], () =>
    messagesOf({ type: "image", data: png, mimeType: "image/png" }, textOf("Please analyze the image above."))
  ),
  promptOf("test_input_required_result_prompt", [], () =>
    Effect.flatMap(ClientInput, ({ responses }) =>
      Predicate.isRecord(responses["user_context"])
        ? messagesOf(textOf("Use the context of the user."))
        : new InputRequired({
            requests: { user_context: formOf("What context should the prompt use?", "context") }
          })
    )
  )
]

const resourceOf = (
  uri: string,
  mimeType: string,
  contents: { readonly text: string } | { readonly blob: string }
) => ({
  description: { uri, name: uri, mimeType },
  matches: (asked: string) => asked === uri,
  read: () => Effect.succeed({ uri, mimeType, ...contents })
})

const template = /^test:\/\/template\/([^/]+)\/data$/

/** Registers what the scenarios of the MCP conformance suite call. */
export const layer = Layer.succeed(Extensions, {
  tools,
  prompts,
  resources: [
    resourceOf("test://static-text", "text/plain", { text: "This is the content of the static text resource." }),
    resourceOf("test://static-binary", "image/png", { blob: png }),
    resourceOf("test://watched-resource", "text/plain", { text: "This resource never changes." })
  ],
  templates: [
    {
      description: { uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" },
      matches: (uri) => template.test(uri),
      read: (uri) => {
        const [, id = ""] = template.exec(uri) ?? []
        const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
        return Effect.succeed({ uri, mimeType: "application/json", text })
      }
    }
  ]
})
