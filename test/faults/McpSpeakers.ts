import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport
} from "@modelcontextprotocol/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { at } from "../support/Wire.ts"
import { answerMillis, type Call, type Entry, type Reply, reasonOf, type Speaker } from "./Calls.ts"

/** The generations of MCP: with HTTP+SSE, with sessions over Streamable HTTP, and without sessions. */
export type Generation = "legacy" | "session" | "stateless"

/** An official client, connected to an entry. */
interface Connected {
  readonly entry: Entry
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly close: () => Promise<void>
}

const who = { name: "faults", version: "1.0.0" }

const connectors: Readonly<Record<Generation, (url: URL, key: string) => Promise<Omit<Connected, "entry">>>> = {
  legacy: async (url, key) => {
    url.searchParams.set("apiKey", key)
    const client = new Client(who)
    await client.connect(new SSEClientTransport(url), { timeout: answerMillis })
    return {
      call: (name, args) => client.callTool({ name, arguments: args }, undefined, { timeout: answerMillis }),
      close: () => client.close()
    }
  },
  session: async (url, key) => {
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `ApiKey ${key}` } }
    })
    const client = new Client(who)
    // The cast: the SDK types its transports without `exactOptionalPropertyTypes`, and they are transports all the same.
    await client.connect(transport as Parameters<Client["connect"]>[0], { timeout: answerMillis })
    return {
      call: (name, args) => client.callTool({ name, arguments: args }, undefined, { timeout: answerMillis }),
      close: async () => {
        await transport.terminateSession().catch(() => undefined) // the instance may be gone
        await client.close()
      }
    }
  },
  stateless: async (url, key) => {
    const transport = new StatelessTransport(url, { requestInit: { headers: { authorization: `ApiKey ${key}` } } })
    const client = new StatelessClient(who, { versionNegotiation: { mode: "auto" } })
    await client.connect(transport, { timeout: answerMillis })
    return {
      call: (name, args) => client.callTool({ name, arguments: args }, { timeout: answerMillis }),
      close: () => client.close()
    }
  }
}

type ToolCall = readonly [name: string, args: Readonly<Record<string, unknown>>]

const answered = (replyTo: number | undefined) => (replyTo === undefined ? {} : { replyTo })

/** The tool that does a call; undefined where there is none. */
const toolOf = (call: Call, key: string | undefined): ToolCall | undefined => {
  const own = key === undefined ? {} : { idempotencyKey: key }
  switch (call.kind) {
    case "post":
      return ["create_post", { title: call.title, content: call.content, ...own }]
    case "comment":
      return ["reply_to_post", { postId: call.postId, content: call.content, ...answered(call.replyTo), ...own }]
    case "like":
      return ["like_post", { postId: call.postId, ...own }]
    case "mark":
      return ["mark_notifications_read", { notificationIds: call.ids, ...own }]
    case "readPost":
      return ["get_post", { postId: call.postId }]
    case "readInbox":
      return ["get_notifications", { limit: 100 }]
    default:
      return undefined
  }
}

/** Texts of failures that pass, and of the one that must not happen. */
const passing = /try again|still running/
const defect = /internal error/

const replyOf = (result: unknown): Reply => {
  if (at(result, "isError") !== true) {
    return { state: "done", outcome: "result", body: at(result, "structuredContent") }
  }
  const text = String(at(result, "content", 0, "text"))
  return {
    state: passing.test(text) && !defect.test(text) ? "again" : "failed",
    outcome: `error: ${text}`,
    body: undefined
  }
}

const within = <A>(millis: number, work: Promise<A>): Promise<A> => {
  const signal = AbortSignal.timeout(millis)
  return Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("it took too long"))))
  ])
}

/** One client at a time, connected again where it goes to another entry and where its connection or session is lost. */
const makeConnection = (generation: Generation, key: string) => {
  let current: Connected | undefined
  const drop = async () => {
    const dropped = current
    current = undefined
    if (dropped !== undefined) await within(1_000, dropped.close()).catch(() => undefined)
  }
  const to = async (entry: Entry): Promise<Connected> => {
    if (current?.entry.url === entry.url) return current
    await drop()
    const made = connectors[generation](new URL("/api/mcp", entry.url), key)
    let isLate = false
    made.then(
      (late) => (isLate ? late.close() : undefined),
      () => undefined
    )
    const connected = await within(answerMillis + 500, made).then(
      (parts) => ({ entry, ...parts }),
      (error: unknown) => {
        isLate = true
        throw error
      }
    )
    current = connected
    return connected
  }
  /** Gives the result of a tool; fails where there is none. */
  const call = async (entry: Entry, [name, args]: ToolCall): Promise<unknown> => {
    try {
      const { call: callTool } = await to(entry)
      return await within(answerMillis + 500, callTool(name, args))
    } catch (error) {
      await drop()
      throw error
    }
  }
  return { call, drop }
}

/** Calls tools as an agent does, by an official client. */
export const mcpSpeaker = (generation: Generation, key: string, rest: Speaker): Speaker => {
  const { call: callTool, drop } = makeConnection(generation, key)
  return {
    send: async (entry, call, idempotencyKey) => {
      const tool = toolOf(call, idempotencyKey)
      if (tool === undefined) return rest.send(entry, call, idempotencyKey)
      try {
        const reply = replyOf(await callTool(entry, tool))
        return { ...reply, outcome: `${generation} ${reply.outcome}` }
      } catch (error) {
        const reason = reasonOf(error)
        const state = defect.test(reason) ? "failed" : "again"
        return { state, outcome: `${generation} no answer: ${reason}`, body: undefined }
      }
    },
    close: drop
  }
}
