import { Context } from "effect"

/**
 * Tells a storage that reads from a replica, too, that a change was delivered here: whoever reads after this call sees it.
 * Other storages need no call.
 */
export class ReadPosition extends Context.Reference<ReadPosition>()("ports/ReadPosition", {
  defaultValue: () => ({ passed: () => {} })
}) {}
