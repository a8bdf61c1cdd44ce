import * as MarkdownFilterInline from "../../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as MarkdownFilterThreads from "../../../../src/adapters/node/posts/MarkdownFilterThreads.ts"
import { markdownFilterContract } from "./MarkdownFilterContract.ts"

/** No text of the suite exceeds these limits, however slow the machine is. */
const unhurried = MarkdownFilterThreads.layerWithin({ maxCpuMillis: 120_000, maxMillis: 120_000 }, "10 minutes")

markdownFilterContract("on the calling thread", MarkdownFilterInline.layer)
markdownFilterContract("in threads", unhurried)
