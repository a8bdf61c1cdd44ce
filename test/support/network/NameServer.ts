import { createSocket, type Socket } from "node:dgram"
import { Effect } from "effect"

const headerBytes = 12

/** The labels of the name that a query asks for (RFC 1035, 4.1.2). */
const labelsIn = (query: Buffer): ReadonlyArray<string> => {
  const labels: Array<string> = []
  for (let at = headerBytes; (query[at] ?? 0) > 0; at += (query[at] ?? 0) + 1) {
    labels.push(query.toString("latin1", at + 1, at + 1 + (query[at] ?? 0)))
  }
  return labels
}

/** The answer to a query for addresses of IPv4: 127.0.0.1; no address to one of IPv6. */
const answerTo = (query: Buffer): Buffer => {
  const isIpv4 = query[query.indexOf(0, headerBytes) + 2] === 1
  const header = Buffer.from(query.subarray(0, headerBytes))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(isIpv4 ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(headerBytes, query.indexOf(0, headerBytes) + 5)
  const record = Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([header, question, ...(isIpv4 ? [record] : [])])
}

/** A name server on this machine until the scope ends. It never answers for names under `slow`. */
export const nameServer = Effect.acquireRelease(
  Effect.async<{ readonly address: string; readonly asked: Array<string>; readonly socket: Socket }>((resume) => {
    const asked: Array<string> = []
    const socket = createSocket("udp4")
    socket.on("message", (query, from) => {
      const labels = labelsIn(query)
      asked.push(labels.join("."))
      if (!labels.includes("slow")) socket.send(answerTo(query), from.port, from.address)
    })
    socket.bind(0, "127.0.0.1", () =>
      resume(Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, asked, socket }))
    )
  }),
  ({ socket }) => Effect.sync(() => socket.close())
)
