import { Schema } from "effect"

/** The database cannot be reached. Nothing was written, and the request may succeed soon. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {}) {
  override get message() {
    return "the community cannot answer for a moment: try again soon"
  }
}
