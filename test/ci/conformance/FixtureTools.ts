import { Effect, Predicate } from "effect"
import { ClientInput, type InputRequest, InputRequired } from "../../../src/transport/mcp/ClientInput.ts"
import type { Method } from "../../../src/transport/mcp/Methods.ts"

/** A PNG of one pixel, and a WAV without a sample, in base64. */
export const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="

type Call = () => ReturnType<Method["call"]>

const result = (...content: ReadonlyArray<object>) => Effect.succeed(JSON.stringify({ content }))

const textOf = (text: string) => ({ type: "text", text })

const resource = (uri: string, mimeType: string, text: string) => ({
  type: "resource",
  resource: { uri, mimeType, text }
})

/** Asks for text by a form. */
export const formOf = (message: string, name: string, type = "string"): InputRequest => ({
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] } }
})

const sampling = (text: string): InputRequest => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: textOf(text) }], maxTokens: 100 }
})

const roots: InputRequest = { method: "roots/list", params: {} }

/** Asks until there is an answer to each request. */
const asking =
  (requests: Readonly<Record<string, InputRequest>>, state?: string): Call =>
  () =>
    Effect.flatMap(ClientInput, ({ responses }) =>
      Object.keys(requests).every((key) => Predicate.isRecord(responses[key]))
        ? result(textOf(`state-ok ${JSON.stringify(responses)}`))
        : new InputRequired({ requests, ...(state === undefined ? {} : { state }) })
    )

/** Asks twice; the state says which answer is due. */
const multiRound: Call = () =>
  Effect.flatMap(ClientInput, ({ responses, state }) => {
    if (state === "2" && Predicate.isRecord(responses["step2"])) return result(textOf("done"))
    return state === "1" && Predicate.isRecord(responses["step1"])
      ? new InputRequired({ requests: { step2: formOf("Step 2: What is your favorite color?", "color") }, state: "2" })
      : new InputRequired({ requests: { step1: formOf("Step 1: What is your name?", "name") }, state: "1" })
  })

/** Asks only for capabilities that the client has declared. */
const byCapabilities: Call = () =>
  Effect.flatMap(ClientInput, ({ capabilities }) => {
    const requests = {
      ...("sampling" in capabilities ? { question: sampling("What is the capital of France?") } : {}),
      ...("elicitation" in capabilities ? { user_name: formOf("What is your name?", "name") } : {})
    }
    return new InputRequired({ requests })
  })

const confirm = { confirm: formOf("Please confirm", "ok", "boolean") }

/** The tools that the scenarios of the conformance suite call. */
export const tools: Readonly<Record<string, Call>> = {
  test_simple_text: () => result(textOf("This is a simple text response for testing.")),
  test_image_content: () => result({ type: "image", data: png, mimeType: "image/png" }),
  test_audio_content: () => result({ type: "audio", data: wav, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    result(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    result(
      textOf("Multiple content types test:"),
      { type: "image", data: png, mimeType: "image/png" },
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    ),
  test_error_handling: () =>
    Effect.succeed(
      JSON.stringify({ content: [textOf("This tool intentionally returns an error for testing")], isError: true })
    ),
  test_logging_tool: () => result(textOf("logged nothing")),
  test_streaming_elicitation: asking({ user_name: formOf("What is your name?", "name") }),
  test_missing_capability: asking({ capital_question: sampling("What is the capital of France?") }),
  test_input_required_result_elicitation: asking({ user_name: formOf("What is your name?", "name") }),
  test_input_required_result_sampling: asking({ capital_question: sampling("What is the capital of France?") }),
  test_input_required_result_list_roots: asking({ client_roots: roots }),
  test_input_required_result_request_state: asking(confirm, "asked"),
  test_input_required_result_tampered_state: asking(confirm, "asked"),
  test_input_required_result_multiple_inputs: asking(
    { user_name: formOf("What is your name?", "name"), greeting: sampling("Generate a greeting"), client_roots: roots },
    "asked"
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: byCapabilities
}
