import { Schema } from "effect"
import { UserId } from "../Ids.ts"
import { Page } from "../Page.ts"

export const Block = Schema.Struct({
  id: UserId,
  username: Schema.String,
  blockedAt: Schema.DateTimeUtc
}).annotations({ identifier: "Block", description: "A member whom the caller has blocked, and since when." })
export type Block = typeof Block.Type

export const BlockPage = Page(Block)
export type BlockPage = typeof BlockPage.Type

export const BlockState = Schema.Struct({ blocked: Schema.Boolean }).annotations({
  identifier: "BlockState",
  description: "Whether the caller blocks the member now."
})
export type BlockState = typeof BlockState.Type

export class BlockingOneself extends Schema.TaggedError<BlockingOneself>()("BlockingOneself", {}) {
  override readonly message = "you cannot block yourself: send the id of another member"
}
