import { constants, platform, setPriority } from "node:os"
import * as WorkerRunner from "@effect/platform/WorkerRunner"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Effect, Either, Layer } from "effect"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"

// On Linux a priority is one thread's own; elsewhere this would slow the whole process down. A long text may wait while
// the event loop or the database wants the processor, but it is done at last: this is not the lowest one.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/**
 * What runs in each thread of `MarkdownWorkers.ts`: the filter, one text after another.
 * Between threads an error is only its fields, so null stands for the one error that there is.
 */
const Runner = WorkerRunner.layer((source: string) => Effect.sync(() => Either.getOrNull(filterMarkdown(source))))

Effect.runFork(WorkerRunner.launch(Layer.provide(Runner, NodeWorkerRunner.layer)))
