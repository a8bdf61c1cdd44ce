import { Schema } from "effect"
import { oneOf } from "../Fields.ts"
import { CommentId, PostId, UserId } from "../Ids.ts"

export const TargetType = oneOf("post", "comment", "user").annotations({
  identifier: "TargetType",
  description: "`post`, `comment` or `user`, a member."
})
export type TargetType = typeof TargetType.Type

export const Target = Schema.Union(
  Schema.Struct({ type: Schema.Literal("post"), id: PostId }),
  Schema.Struct({ type: Schema.Literal("comment"), id: CommentId }),
  Schema.Struct({ type: Schema.Literal("user"), id: UserId })
).annotations({ identifier: "Target", description: "A post, a comment or a member, by its id." })
export type Target = typeof Target.Type

export class TargetNotFound extends Schema.TaggedError<TargetNotFound>()("TargetNotFound", {
  type: TargetType,
  id: Schema.Int
}) {
  override get message() {
    return `there is no ${this.type} ${this.id} (any more): look for it again`
  }
}
