import { Array, Effect, Option } from "effect"
import type { Author } from "../../../domain/accounts/User.ts"
import { DecisionId, type UserId } from "../../../domain/Ids.ts"
import type { Decision } from "../../../domain/moderation/Decision.ts"
import type { Target } from "../../../domain/moderation/Target.ts"
import { DecisionsRepo, type StoredDecision } from "../../../ports/moderation/DecisionsRepo.ts"
import { readsAbout, readsText } from "../Readable.ts"
import type { DecisionRow, ReportRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { authorAs, byNewest, newestFirst, oldestFirst, pageOf } from "../Views.ts"
import { isOf } from "../Writes.ts"
import { isOpenAppeal } from "./CaseAlertsRepoMemory.ts"

/** A member as an author; null for one who is gone. */
export const memberAs = (tables: Tables, id: UserId | null): Author | null =>
  id !== null && tables.users.has(id) ? authorAs(tables, id, "human") : null

/** The reports that a decision closed, oldest first. */
const closedBy = ({ reports }: Tables, id: DecisionId): ReadonlyArray<ReportRow> =>
  reports.where(({ decisionId }) => decisionId === id).sort(oldestFirst)

/** A decision with all members that moderators see. */
export const decisionOf = (tables: Tables, row: DecisionRow): Decision => {
  const { action, appeal, byId, createdAt, excerpt, id, outcome, reason, rule, target, until } = row
  return {
    id,
    target,
    action,
    excerpt,
    rule,
    reason,
    automated: byId === null,
    until,
    createdAt,
    appeal: appeal && {
      text: appeal.text,
      createdAt: appeal.at,
      outcome: outcome?.outcome ?? null,
      reason: outcome?.reason ?? null,
      decidedAt: outcome?.at ?? null
    },
    by: memberAs(tables, byId),
    reportIds: closedBy(tables, id).map((report) => report.id)
  }
}

const storedOf = (tables: Tables, row: DecisionRow): StoredDecision => ({
  decision: decisionOf(tables, row),
  subjectId: row.subjectId,
  byId: row.byId,
  reporterIds: Array.dedupe(closedBy(tables, row.id).flatMap(({ reporterId }) => reporterId ?? [])),
  isReadable: readsText(tables, row.target)
})

/** True for decisions about a text, or about a member and all their texts. */
const isAbout = (about: Target) => (row: DecisionRow) =>
  about.type === "user" ? row.subjectId === about.id : isOf(about)(row)

/** Stores a part of the decisions with an open appeal that match, and gives their ids. */
const endAppeals =
  (matches: (row: DecisionRow) => boolean, part: Partial<DecisionRow>) =>
  ({ decisions }: Tables): ReadonlyArray<DecisionId> => {
    const ended = decisions.where((row) => isOpenAppeal(row) && matches(row)).sort(oldestFirst)
    for (const row of ended) decisions.set(row.id, { ...row, ...part })
    return ended.map(({ id }) => id)
  }

export const layer = inMemory(DecisionsRepo, ({ read, write }) => {
  /** Stores a part of a decision; false where the decision does not need it. */
  const complete = (id: DecisionId, isDue: (row: DecisionRow) => boolean, part: Partial<DecisionRow>) =>
    write(({ decisions }) => {
      const row = Option.filter(decisions.find(id), isDue)
      if (Option.isSome(row)) decisions.set(id, { ...row.value, ...part })
      return Option.isSome(row)
    })

  return {
    lock: () => Effect.void, // transactions in memory run one at a time

    add: (decision) =>
      write(({ decisions }) => {
        const id = DecisionId.make(++decisions.lastId)
        decisions.set(id, { ...decision, id, appeal: null, outcome: null, alertDueAt: null })
        return id
      }),

    find: (id) =>
      read((tables) =>
        Option.map(
          Option.filter(tables.decisions.find(id), ({ target }) => readsAbout(tables, target)),
          (row) => storedOf(tables, row)
        )
      ),

    findAll: (ids) =>
      read((tables) => Array.filterMap(ids, (id) => tables.decisions.find(id)).map((row) => storedOf(tables, row))),

    page: ({ appeal, targetType, userId }, viewerId, window) =>
      read((tables) => {
        const isSeen = ({ id, subjectId }: DecisionRow) =>
          viewerId === undefined ||
          subjectId === viewerId ||
          (appeal === undefined && closedBy(tables, id).some(({ reporterId }) => reporterId === viewerId))
        const listed = tables.decisions.where(
          (row) =>
            readsAbout(tables, row.target) &&
            (targetType === undefined || row.target.type === targetType) &&
            (userId === undefined || row.subjectId === userId) &&
            (appeal === undefined || isOpenAppeal(row)) &&
            isSeen(row)
        )
        return pageOf(listed, byNewest<DecisionId>(), window, (row) => storedOf(tables, row))
      }),

    last: (target, actions) =>
      read(({ decisions }) => {
        const about = decisions.where((row) => isOf(target)(row) && actions.includes(row.action))
        return Option.map(Array.head(about.sort(newestFirst)), ({ id }) => id)
      }),

    addAppeal: (id, text, at) =>
      complete(id, ({ appeal }) => appeal === null, { appeal: { text, at }, alertDueAt: at }),

    setOutcome: (id, outcome) => complete(id, isOpenAppeal, { outcome }),

    reverseAppeals: (about, action, outcome) => {
      const reversed = { outcome: { ...outcome, outcome: "reversed" } } as const
      return write(endAppeals((row) => row.action === action && isAbout(about)(row), reversed))
    },

    withdrawAppeals: (about) => write(endAppeals(isAbout(about), { appeal: null, alertDueAt: null }))
  }
})
