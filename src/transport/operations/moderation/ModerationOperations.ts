import { Effect } from "effect"
import { Health } from "../../../services/moderation/Health.ts"
import { Reports } from "../../../services/moderation/Reports.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const moderationOperations = operations("moderation", Effect.all([Reports, Health]), ([reports, health]) => ({
  queue: () => reports.waiting,
  health: () => health.now
}))
