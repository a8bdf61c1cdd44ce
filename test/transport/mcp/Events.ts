import { Effect } from "effect"

/** An event of an event stream. */
interface Event {
  readonly event: string
  readonly data: string
}

/** The next event of a response, each time it runs; undefined at its end. Comments are passed over. */
export const eventsOf = (response: Response): Effect.Effect<Event | undefined> => {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ""
  const field = (lines: string, name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(lines)?.[1]
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n")
      if (end === -1) {
        const chunk = await reader?.read()
        if (chunk === undefined || chunk.done) return undefined
        text += decoder.decode(chunk.value, { stream: true })
        continue
      }
      const lines = text.slice(0, end)
      text = text.slice(end + 2)
      const data = field(lines, "data")
      if (data !== undefined) return { event: field(lines, "event") ?? "message", data }
    }
  }
  return Effect.promise(next)
}
