import { Reports } from "../../../../services/moderation/Reports.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("moderation", Reports, (reports) => ({ queue: () => reports.waiting }))
