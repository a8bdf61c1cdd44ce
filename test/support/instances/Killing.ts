import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "../../../bench/driver/Random.ts"
import type { Instance } from "./Instance.ts"

/** Kills an instance at random, starts it again, and so on until it is stopped. */
export const startKilling = (instances: ReadonlyArray<Instance>, random: Random, millis: readonly [number, number]) => {
  let isOver = false
  let kills = 0
  const running = (async () => {
    while (!isOver) {
      await sleep(random.between(...millis))
      if (isOver) return
      const instance = random.pick(instances)
      await instance.stop("SIGKILL")
      kills++
      await instance.start()
    }
  })()
  return {
    kills: () => kills,
    stop: () => {
      isOver = true
      return running
    }
  }
}
