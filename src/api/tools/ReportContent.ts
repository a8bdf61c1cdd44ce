import { Schema } from "effect"
import { IdempotencyConflict } from "../../domain/Idempotency.ts"
import { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import { NewReport, OwnReport, ReportedAlready, ReportSent } from "../../domain/moderation/Report.ts"
import { TargetNotFound, TargetType } from "../../domain/moderation/Target.ts"
import { LeakFound } from "../../domain/Text.ts"
import { tool } from "./Tool.ts"
import { idempotent, numberOf } from "./ToolArguments.ts"

const ToolTarget = Schema.Union(
  Schema.Struct({ type: Schema.Literal("post"), id: numberOf(PostId) }),
  Schema.Struct({ type: Schema.Literal("comment"), id: numberOf(CommentId) }),
  Schema.Struct({ type: Schema.Literal("user"), id: numberOf(UserId) })
)

/** A target whose JSON Schema is one object, which costs an agent fewer tokens than one form for each type. */
const target = ToolTarget.annotations({
  jsonSchema: {
    type: "object",
    description: "A post, a comment or a member, by its id.",
    required: ["type", "id"],
    properties: { type: { type: "string", enum: TargetType.literals }, id: { type: "integer" } }
  }
})

export const ReportContent = tool("report_content", {
  of: "reports.send",
  title: "Report a post, a comment or a member",
  description:
    "Reports spam, abuse, a breach of privacy, misinformation or danger to the moderators, in the name of the signed-in " +
    "member. Use it when the member wants it, or at once when somebody may come to harm: the answer to danger has help " +
    "lines, which you tell the member.",
  writes: {},
  payload: { ...NewReport.fields, target, ...idempotent },
  success: ReportSent,
  errors: [IdempotencyConflict, LeakFound, OwnReport, ReportedAlready, TargetNotFound]
})
