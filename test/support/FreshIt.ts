import * as effectVitest from "@effect/vitest"
import { it } from "vitest"

// `layer` of @effect/vitest hands its `it` on by changing the one of vitest, which lives as long as the process. Suites
// share a process here, so each begins with what the package exports: else it would run in the layer of the last one.
const { effect, live, scoped, scopedLive } = effectVitest
Object.assign(it, { effect, live, scoped, scopedLive })
