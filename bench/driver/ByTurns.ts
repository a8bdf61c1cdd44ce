import { bytesOf, Connection } from "./Connection.ts"
import { type Lane, load } from "./Load.ts"

/** A client that asks for one path after the other, round and round, from the given one on. */
export const laneOf = async (url: string, paths: ReadonlyArray<string>, from = 0): Promise<Lane> => {
  const connection = await Connection.open(url)
  const requests = paths.map((path) => bytesOf({ method: "GET", path }))
  let next = from
  const once = async () => {
    const request = requests[next++ % requests.length]
    return request !== undefined && (await connection.send(request)) === 200
  }
  return { once, close: () => connection.close() }
}

/** Lets them run by turns, so many rounds of so many milliseconds after a warm-up, and closes their lanes. */
export const byTurns = async (
  named: ReadonlyArray<{ readonly name: string; readonly lanes: ReadonlyArray<Lane> }>,
  { millis, rounds, warmUp }: { readonly millis: number; readonly rounds: number; readonly warmUp: number }
) => {
  const contestants = named.map((one) => ({ ...one, latencies: [] as Array<number>, failures: 0 }))
  for (const { lanes } of contestants) await load(lanes, warmUp)
  for (let round = 0; round < rounds; round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const { failures, latencies } = await load(contestant.lanes, millis)
      contestant.latencies.push(...latencies)
      contestant.failures += failures
    }
  }
  for (const { lanes } of contestants) for (const lane of lanes) lane.close()
  return contestants
}
