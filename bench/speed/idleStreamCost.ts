import { sleep } from "../driver/Load.ts"
import { say } from "../driver/Report.ts"
import { subscribeAll } from "../driver/SseSubscriber.ts"
import type { Server } from "../Server.ts"

const settleMillis = 2_000

/** Reports the memory that an idle stream adds to a fresh process, after as many have come and gone. Stops the process. */
export const idleStreamCost = async (name: string, server: Server, tokens: ReadonlyArray<string>, count: number) => {
  const open = (streams: number) =>
    subscribeAll(
      Array.from({ length: streams }, (_, index) => tokens[index % tokens.length] ?? ""),
      () => server.url
    )
  for (const subscriber of await open(Math.ceil(count / 5))) subscriber.hangUp()
  await sleep(settleMillis)
  const before = await server.memory()
  const subscribers = await open(count)
  await sleep(settleMillis)
  const after = await server.memory()
  const each = (member: "rss" | "heapUsed" | "external") =>
    `${member} ${((after[member] - before[member]) / count / 1_024).toFixed(1)} KiB`
  say(`memory per idle stream: ${name}: ${each("rss")}, ${each("heapUsed")}, ${each("external")}`)
  say(`  (rss ${Math.round(before.rss / 2 ** 20)} to ${Math.round(after.rss / 2 ** 20)} MiB with ${count} streams)`)
  for (const subscriber of subscribers) subscriber.hangUp()
  await server.stop()
}
