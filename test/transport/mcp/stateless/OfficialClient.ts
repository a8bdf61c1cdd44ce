import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect, Queue, Redacted } from "effect"

/**
 * The client of the official SDK's second generation, which looks for the newest revision first; connected until the scope
 * ends. Its user agrees to what the server asks, or not.
 */
export const agentAt = (url: URL, token: Redacted.Redacted, isAgreed = true) =>
  Effect.gen(function* () {
    const headers = { authorization: `Bearer ${Redacted.value(token)}` }
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } }
    )
    const questions: Array<string> = []
    const updates = yield* Queue.unbounded<string>()
    client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message)
      return Promise.resolve({ action: "accept", content: { confirmed: isAgreed } })
    })
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updates.unsafeOffer(params.uri)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => client.connect(transport)),
      () => Effect.promise(() => client.close())
    )
    const call = (name: string, args: Record<string, unknown>) =>
      Effect.promise(() => client.callTool({ name, arguments: args }))
    return { call, client, questions, updates }
  })
