import { Effect } from "effect"
import { Health } from "../../../../services/moderation/Health.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("moderation", Effect.all([Reports, Health]), ([reports, health]) => ({
  queue: () => reports.waiting,
  health: () => health.now
}))
