import { get, type IncomingMessage } from "node:http"
import { Connection } from "./Connection.ts"
import type { Lane } from "./Load.ts"

/** The stream of a new session, and where its messages go. */
const opened = (url: string, apiKey: string, answered: () => void) =>
  new Promise<{ readonly message: IncomingMessage; readonly path: string }>((resolve, reject) => {
    const request = get(`${url}/api/mcp?apiKey=${apiKey}`, { agent: false }, (message) => {
      let text = ""
      message.setEncoding("utf8").on("data", (chunk: string) => {
        const events = (text + chunk).split(/\r?\n\r?\n/)
        text = events.pop() ?? ""
        for (const event of events) {
          const data = /^data: ?(.*)$/m.exec(event)?.[1] ?? ""
          if (/^event: ?endpoint/m.test(event)) {
            const { pathname, search } = new URL(data, url)
            resolve({ message, path: pathname + search })
          } else if (data.includes('"jsonrpc"')) answered()
        }
      })
      message.on("error", () => undefined)
    })
    request.on("error", reject)
  })

/** A session of its own for each key; one operation is a call of the tool, until its answer has come on the stream. */
export const mcpLanes = (
  url: string,
  apiKeys: ReadonlyArray<string>,
  tool: string,
  input: () => Readonly<Record<string, unknown>>
): Promise<ReadonlyArray<Lane>> =>
  Promise.all(
    apiKeys.map(async (apiKey): Promise<Lane> => {
      let answered = () => {}
      const { message, path } = await opened(url, apiKey, () => answered())
      const connection = await Connection.open(url)
      let id = 0
      const post = (body: unknown) => {
        const text = JSON.stringify(body)
        const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: `
        return connection.send(Buffer.from(`${head}${Buffer.byteLength(text)}\r\n\r\n${text}`))
      }
      const ask = async (method: string, params: unknown) => {
        const answer = new Promise<void>((resolve) => {
          answered = resolve
        })
        const status = await post({ jsonrpc: "2.0", id: ++id, method, params })
        if (status === 202) await answer
        return status === 202
      }
      await ask("initialize", {
        protocolVersion: "2024-11-05",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" }
      })
      await post({ jsonrpc: "2.0", method: "notifications/initialized" })
      return {
        once: () => ask("tools/call", { name: tool, arguments: input() }),
        close: () => {
          connection.close()
          message.destroy()
        }
      }
    })
  )
