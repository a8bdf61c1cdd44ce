import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import type { FastifyInstance } from "fastify"
import { callerOf } from "./Caller.ts"
import { Failure } from "./Failure.ts"
import * as Posts from "./Posts.ts"

const number = (value: unknown, usual: number) => (typeof value === "number" ? value : usual)

const tools = [
  {
    name: "list_posts",
    description: "Lists posts, newest first.",
    inputSchema: {
      type: "object" as const,
      properties: { page: { type: "integer" }, limit: { type: "integer" }, category: { type: "string" } }
    },
    call: ({ category, limit, page }: Readonly<Record<string, unknown>>) =>
      Posts.list({
        page: number(page, 1),
        limit: Math.min(number(limit, 20), 100),
        ...(typeof category === "string" ? { category } : {})
      })
  },
  {
    name: "get_post",
    description: "Reads a post with its comments.",
    inputSchema: { type: "object" as const, properties: { postId: { type: "integer" } }, required: ["postId"] },
    call: (input: Readonly<Record<string, unknown>>) => Posts.view(number(input["postId"], 0), undefined)
  }
]

const server = () => {
  const made = new Server({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } })
  made.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ call: _, ...tool }) => tool) }))
  made.setRequestHandler(CallToolRequestSchema, async ({ params: { arguments: input = {}, name } }) => {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) throw new Error(`there is no tool ${name}`)
    return { content: [{ type: "text" as const, text: JSON.stringify(await tool.call(input)) }] }
  })
  return made
}

const sessions = new Map<string, SSEServerTransport>()

/** Two tools on the official SDK over HTTP+SSE. */
export const mcp = (app: FastifyInstance) => {
  app.get<{ Querystring: { apiKey?: string } }>("/api/mcp", async (request, reply) => {
    await callerOf(request.query.apiKey ?? "")
    reply.hijack()
    const transport = new SSEServerTransport("/api/mcp", reply.raw)
    sessions.set(transport.sessionId, transport)
    reply.raw.on("close", () => sessions.delete(transport.sessionId))
    await server().connect(transport)
  })
  app.post<{ Querystring: { sessionId: string } }>("/api/mcp", async (request, reply) => {
    const transport = sessions.get(request.query.sessionId)
    if (transport === undefined) throw new Failure(404, "there is no such session")
    reply.hijack()
    await transport.handlePostMessage(request.raw, reply.raw, request.body)
  })
}
