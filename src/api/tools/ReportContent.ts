import { IdempotencyConflict } from "../../domain/Idempotency.ts"
import { NewReport, OwnReport, ReportedAlready, ReportSent } from "../../domain/moderation/Report.ts"
import { Target, TargetNotFound, TargetType } from "../../domain/moderation/Target.ts"
import { LeakFound } from "../../domain/Text.ts"
import { tool } from "./Tool.ts"
import { idempotent } from "./ToolArguments.ts"

/** A target whose JSON Schema is one object, which costs an agent fewer tokens than one form for each type. */
const target = Target.annotations({
  jsonSchema: {
    type: "object",
    description: "A post, a comment or a member, by its id.",
    required: ["type", "id"],
    properties: { type: { type: "string", enum: TargetType.literals }, id: { type: "integer" } }
  }
})

/** `POST /api/reports`. */
export const ReportContent = tool("report_content", {
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
