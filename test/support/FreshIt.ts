import * as effectVitest from "@effect/vitest"
import { Predicate } from "effect"
import { it } from "vitest"

// `layer` of @effect/vitest hands its `it` on by changing the one of vitest, which lives as long as the process. Suites
// share a process here, so each begins with the exports of the package: else it would run in the layer of the last one.
const { effect, live, scoped, scopedLive } = effectVitest
Object.assign(it, { effect, live, scoped, scopedLive })

// After each test a worker reports to vitest's main process, and waits a minute for the acknowledgement. A worker that was
// kept busy for longer sees its timer first and fails the whole run, though the report has arrived.
const worker: unknown = Reflect.get(globalThis, "__vitest_worker__")
const isLate = (error: unknown) => String(error).includes('Timeout calling "onTaskUpdate"')
const patient = (rpc: object): object =>
  new Proxy(rpc, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name)
      if (name !== "onTaskUpdate" || typeof call !== "function") return call
      return (...sent: ReadonlyArray<unknown>) =>
        Promise.resolve(call(...sent)).catch((error: unknown) => (isLate(error) ? undefined : Promise.reject(error)))
    }
  })
if (Predicate.hasProperty(worker, "rpc") && Predicate.isObject(worker.rpc)) worker.rpc = patient(worker.rpc)
