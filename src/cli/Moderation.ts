import { Command } from "@effect/cli"
import { DateTime, Effect } from "effect"
import type { Report } from "../domain/moderation/Report.ts"
import { ReportsRepo } from "../ports/ReportsRepo.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print, table } from "./Output.ts"

const shownReports = 100

const record = ({ createdAt, id, reason, reporter, target, text }: Report) => ({
  id,
  reason,
  target,
  text,
  reporter: reporter?.username ?? null,
  createdAt: DateTime.formatIso(createdAt)
})

const heading = ["report", "sent", "reason", "target", "by"]

const rowOf = (report: Report) => {
  const { createdAt, id, reason, reporter, target } = record(report)
  return [String(id), createdAt, reason, `${target.type} ${target.id}`, reporter ?? "automatic"]
}

/** `moderation queue`: the open reports in the order of the moderators. */
const queue = Command.make("queue", { json }, ({ json }) =>
  Effect.gen(function* () {
    const { items, total } = yield* Effect.flatMap(ReportsRepo, ({ page }) =>
      page({ status: "open" }, { offset: 0, limit: shownReports })
    )
    const rest = total - items.length
    const lines = items.length === 0 ? ["no open reports"] : table([heading, ...items.map(rowOf)])
    const document = { total, reports: items.map(record) }
    yield* print(json, document, rest === 0 ? lines : [...lines, `and ${rest} more: GET /api/reports?status=open`])
  }).pipe(Effect.provide(OperatorLayer.storage))
).pipe(Command.withDescription("Lists the open reports: danger first, then most reporters, then the oldest."))

/** `moderation …`: what moderators have to do. */
export const moderation = Command.make("moderation").pipe(
  Command.withDescription("Shows what moderators have to do."),
  Command.withSubcommands([queue])
)
