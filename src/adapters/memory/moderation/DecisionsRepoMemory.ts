import { Array, Effect, HashMap, Layer, Option } from "effect"
import { DecisionId } from "../../../domain/Ids.ts"
import { DecisionsRepo, type StoredDecision } from "../../../ports/DecisionsRepo.ts"
import { byNewest, newestFirst, pageOf } from "../RowMapping.ts"
import type { DecisionRow } from "../Rows.ts"
import { type Step, Store } from "../Store.ts"
import { type Tables, withNew, withRow } from "../Tables.ts"
import { closedBy, decisionOf, isOf } from "./DecisionRecords.ts"

const storedOf = (tables: Tables, row: DecisionRow): StoredDecision => ({
  decision: decisionOf(tables, row),
  subjectId: row.subjectId,
  byId: row.byId,
  reporterIds: Array.dedupe(
    closedBy(tables, row.id).flatMap(({ reporterId }) => (reporterId === null ? [] : [reporterId]))
  )
})

/** Stores a part of a decision; false where the decision does not need it. */
const complete = (tables: Tables, id: DecisionId, part: (row: DecisionRow) => DecisionRow | undefined): Step<boolean> =>
  Option.match(HashMap.get(tables.decisions.rows, id), {
    onNone: () => [Effect.succeed(false), tables],
    onSome: (row) => {
      const completed = part(row)
      if (completed === undefined) return [Effect.succeed(false), tables]
      return [Effect.succeed(true), { ...tables, decisions: withRow(tables.decisions, id, completed) }]
    }
  })

const make = Effect.map(Store, (store) =>
  DecisionsRepo.of({
    lock: () => Effect.void, // transactions in memory run one at a time

    add: (decision) =>
      store.write((tables): Step<DecisionId> => {
        const id = DecisionId.make(tables.decisions.lastId + 1)
        const row = { ...decision, id, appeal: null, outcome: null }
        return [Effect.succeed(id), { ...tables, decisions: withNew(tables.decisions, id, row) }]
      }),

    find: (id) =>
      Effect.map(store.tables, (tables) =>
        Option.map(HashMap.get(tables.decisions.rows, id), (row) => storedOf(tables, row))
      ),

    page: ({ targetType, userId }, viewerId, window) =>
      Effect.map(store.tables, (tables) => {
        const isSeen = ({ id, subjectId }: DecisionRow) =>
          viewerId === undefined ||
          subjectId === viewerId ||
          closedBy(tables, id).some(({ reporterId }) => reporterId === viewerId)
        const listed = Array.filter(
          HashMap.values(tables.decisions.rows),
          (row) =>
            (targetType === undefined || row.target.type === targetType) &&
            (userId === undefined || row.subjectId === userId) &&
            isSeen(row)
        )
        return pageOf(listed, byNewest<DecisionId>(), window, (row) => storedOf(tables, row))
      }),

    last: (target, actions) =>
      Effect.map(store.tables, ({ decisions }) => {
        const about = Array.filter(
          HashMap.values(decisions.rows),
          (row) => isOf(row, target) && actions.includes(row.action)
        )
        return Option.map(Array.head(Array.sort(about, newestFirst)), ({ id }) => id)
      }),

    addAppeal: (id, text, at) =>
      store.write((tables) =>
        complete(tables, id, (row) => (row.appeal === null ? { ...row, appeal: { text, at } } : undefined))
      ),

    setOutcome: (id, outcome) =>
      store.write((tables) =>
        complete(tables, id, (row) => (row.appeal === null || row.outcome !== null ? undefined : { ...row, outcome }))
      )
  })
)

/** Decisions in memory. */
export const layer = Layer.effect(DecisionsRepo, make)
