import { costlyReaders } from "../test/readers/Measure.ts"
import { say } from "./driver/Report.ts"

/**
 * The readers of strangers' texts that hold the processor for more than 150 ms, or a thread for more than 500, over all
 * hostile texts and all that ships: `npm run bench -- readers`. A quiet machine has none.
 */
const costly = await costlyReaders({ what: "millis", data: "whole" })
for (const line of costly) say(line)
say(`${costly.length} readers are costly`)
