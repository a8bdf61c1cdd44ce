import * as WorkerRunner from "@effect/platform/WorkerRunner"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import { Effect, Layer } from "effect"
import { FilterRequest } from "../markdown/FilterRequest.ts"
import { filterMarkdown } from "../markdown/filterMarkdown.ts"

/** What runs in each worker thread of `MarkdownWorkers.ts`: the filter, one text after another. */
const Runner = WorkerRunner.layerSerialized(FilterRequest, {
  FilterRequest: ({ source }) => Effect.suspend(() => filterMarkdown(source))
})

Effect.runFork(WorkerRunner.launch(Layer.provide(Runner, NodeWorkerRunner.layer)))
