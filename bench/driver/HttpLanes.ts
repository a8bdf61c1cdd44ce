import { bytesOf, Connection, type Request } from "./Connection.ts"
import type { Lane } from "./Load.ts"

/** So many connections, each of which sends what `next` makes. */
export const httpLanes = (url: string, count: number, next: () => Request): Promise<ReadonlyArray<Lane>> =>
  Promise.all(
    Array.from({ length: count }, async (): Promise<Lane> => {
      const connection = await Connection.open(url)
      return {
        once: async () => (await connection.send(bytesOf(next()))) < 400,
        close: () => connection.close()
      }
    })
  )
