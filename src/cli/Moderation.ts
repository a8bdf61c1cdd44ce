import { Command } from "@effect/cli"
import { DateTime, Effect } from "effect"
import type { Decision } from "../domain/moderation/Decision.ts"
import type { Report } from "../domain/moderation/Report.ts"
import { PostReader, readerOfAll } from "../domain/posts/Audience.ts"
import { DecisionsRepo } from "../ports/moderation/DecisionsRepo.ts"
import { ReportsRepo } from "../ports/moderation/ReportsRepo.ts"
import * as OperatorLayer from "./OperatorLayer.ts"
import { json, print, table } from "./Output.ts"

/** The number of reports or decisions that a list on the terminal has. */
const rowsShown = 100

const record = ({ automated = false, createdAt, id, reason, reporter, target, text }: Report) => ({
  id,
  reason,
  target,
  text,
  automated,
  reporter: reporter?.username ?? null,
  createdAt: DateTime.formatIso(createdAt)
})

const heading = ["report", "sent", "reason", "target", "by"]

const rowOf = (report: Report) => {
  const { automated, createdAt, id, reason, reporter, target } = record(report)
  const by = reporter ?? (automated ? "automatic" : "a former member")
  return [String(id), createdAt, reason, `${target.type} ${target.id}`, by]
}

/** Where the entries are that are not shown. */
const more = ({ items, total }: { readonly items: ReadonlyArray<unknown>; readonly total: number }, path: string) =>
  total > items.length ? [`and ${total - items.length} more: GET ${path}`] : []

const appealHeading = ["decision", "appealed", "action", "target", "by"]

const appealRecord = ({ action, appeal, by, id, target }: Decision) => ({
  id,
  action,
  target,
  text: appeal?.text ?? "",
  by: by?.username ?? null,
  appealedAt: appeal === null ? null : DateTime.formatIso(appeal.createdAt)
})

const appealRowOf = (decision: Decision) => {
  const { action, appealedAt, by, id, target } = appealRecord(decision)
  return [String(id), appealedAt ?? "", action, `${target.type} ${target.id}`, by ?? ""]
}

/** `moderation queue`: the open reports in the order of the moderators, and the open appeals. */
const queue = Command.make("queue", { json }, ({ json }) =>
  Effect.gen(function* () {
    const slice = { offset: 0, limit: rowsShown }
    const reports = yield* Effect.flatMap(ReportsRepo, ({ page }) => page({ status: "open" }, slice))
    const appealed = yield* Effect.flatMap(DecisionsRepo, ({ page }) => page({ appeal: "open" }, undefined, slice))
    const decisions = appealed.items.map(({ decision }) => decision)
    const document = {
      total: reports.total,
      reports: reports.items.map(record),
      totalAppeals: appealed.total,
      appeals: decisions.map(appealRecord)
    }
    yield* print(json, document, [
      ...(reports.total === 0 ? ["no open reports"] : table([heading, ...reports.items.map(rowOf)])),
      ...more(reports, "/api/reports?status=open"),
      ...(appealed.total === 0 ? ["no open appeals"] : table([appealHeading, ...decisions.map(appealRowOf)])),
      ...more(appealed, "/api/decisions?appeal=open")
    ])
  }).pipe(Effect.provideService(PostReader, readerOfAll), Effect.provide(OperatorLayer.storage))
).pipe(
  Command.withDescription(
    "Lists the open reports: danger first, then most reporters, then the oldest; and the open appeals, newest first."
  )
)

/** `moderation …`: what moderators have to do. */
export const moderation = Command.make("moderation").pipe(
  Command.withDescription("Shows what moderators have to do."),
  Command.withSubcommands([queue])
)
