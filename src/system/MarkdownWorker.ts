import * as WorkerRunner from "@effect/platform/WorkerRunner"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Effect, Either, Layer } from "effect"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"

/**
 * What runs in each thread of `MarkdownWorkers.ts`: the filter, one text after another.
 * Between threads an error is only its fields, so null stands for the one error that there is.
 */
const Runner = WorkerRunner.layer((source: string) => Effect.sync(() => Either.getOrNull(filterMarkdown(source))))

Effect.runFork(WorkerRunner.launch(Layer.provide(Runner, NodeWorkerRunner.layer)))
