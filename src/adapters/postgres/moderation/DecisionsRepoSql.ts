import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Blocked } from "../../../domain/BatchResult.ts"
import { DecisionId, UserId } from "../../../domain/Ids.ts"
import { DecisionKey } from "../../../domain/Lists.ts"
import { AppealOutcome, Decision } from "../../../domain/moderation/Decision.ts"
import { DecisionAction, Target, TargetType } from "../../../domain/moderation/Target.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { DecisionsRepo } from "../../../ports/DecisionsRepo.ts"
import { whenDefined } from "../Conditions.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { decision } from "./DecisionColumns.ts"

/** The first keys of the advisory locks of targets; other repositories use other keys. */
const targetLocks = { post: 16, comment: 17, user: 18 } as const

const Stored = Schema.Struct({
  decision: Decision,
  subjectId: UserId,
  byId: Schema.NullOr(UserId),
  reporterIds: Schema.Array(UserId)
})

const stored = (sql: SqlClient.SqlClient) => sql`${decision(sql)} as decision, decisions.subject_id as "subjectId",
  decisions.by_id as "byId",
  (select coalesce(json_agg(distinct closed.reporter_id) filter (where closed.reporter_id is not null), '[]')
    from reports closed where closed.decision_id = decisions.id) as "reporterIds"`

const decisionReads = (sql: SqlClient.SqlClient) => ({
  lock: SqlSchema.single({
    Request: Target,
    Result: Schema.Struct({ isLocked: Schema.Boolean }),
    execute: ({ id, type }) => sql`select pg_try_advisory_xact_lock(${targetLocks[type]}, ${id}) as "isLocked"`
  }),

  find: SqlSchema.findOne({
    Request: DecisionId,
    Result: Stored,
    execute: (id) => sql`select ${stored(sql)} from decisions where decisions.id = ${id}`
  }),

  // Index decisions_target.
  last: SqlSchema.findOne({
    Request: Schema.Struct({ target: Target, actions: Schema.Array(DecisionAction) }),
    Result: Schema.Struct({ id: DecisionId }),
    execute: ({ actions, target: { id, type } }) => sql`
      select id from decisions
      where target_type = ${type} and target_id = ${id} and ${sql.in("action", actions)}
      order by id desc limit 1`
  }),

  // Uses the primary key, or the indexes decisions_subject_id and reports_reporter_id.
  page: SqlSchema.single({
    Request: Schema.Struct({
      targetType: Schema.UndefinedOr(TargetType),
      userId: Schema.UndefinedOr(UserId),
      viewerId: Schema.UndefinedOr(UserId),
      ...keysetFields(DecisionKey)
    }),
    Result: Schema.Struct({ items: Schema.Array(Stored), total: Schema.Int }),
    execute: ({ targetType, userId, viewerId, ...window }) => {
      const listed = [
        sql`true`,
        ...whenDefined(targetType, (type) => sql`target_type = ${type}`),
        ...whenDefined(userId, (id) => sql`subject_id = ${id}`),
        ...whenDefined(
          viewerId,
          (id) => sql`id in (
            select id from decisions where subject_id = ${id}
            union select decision_id from reports where reporter_id = ${id})`
        )
      ]
      const behind = [...listed, ...whenDefined(window.after, ({ id }) => sql`id < ${id}`)]
      return sql`
        select (select count(*)::int from decisions where ${sql.and(listed)}) as total,
          (select coalesce(json_agg(entries), '[]') from (
            select ${stored(sql)}
            from (select * from decisions where ${sql.and(behind)} order by id desc ${limitClause(sql, window)}) decisions
            order by decisions.id desc
          ) entries) as items`
    }
  })
})

const decisionWrites = (sql: SqlClient.SqlClient) => ({
  insert: SqlSchema.single({
    Request: Schema.Struct({
      target: Target,
      subjectId: UserId,
      action: DecisionAction,
      excerpt: Schema.String,
      rule: Schema.String,
      reason: Schema.String,
      byId: Schema.NullOr(UserId),
      until: Schema.NullOr(Schema.DateTimeUtc),
      createdAt: Schema.DateTimeUtc
    }),
    Result: Schema.Struct({ id: DecisionId }),
    execute: ({ target, ...row }) => sql`
      insert into decisions (target_type, target_id, subject_id, action, excerpt, rule, reason, automated, by_id, until,
        created_at)
      values (${target.type}, ${target.id}, ${row.subjectId}, ${row.action}, ${row.excerpt}, ${row.rule}, ${row.reason},
        ${row.byId === null}, ${row.byId}, ${row.until}, ${row.createdAt})
      returning id`
  }),

  addAppeal: SqlSchema.findOne({
    Request: Schema.Struct({ id: DecisionId, text: Schema.String, at: Schema.DateTimeUtc }),
    Result: Schema.Struct({ id: DecisionId }),
    execute: ({ at, id, text }) => sql`
      update decisions set appeal_text = ${text}, appealed_at = ${at} where id = ${id} and appealed_at is null returning id`
  }),

  setOutcome: SqlSchema.findOne({
    Request: Schema.Struct({
      id: DecisionId,
      outcome: AppealOutcome,
      reason: Schema.String,
      byId: UserId,
      at: Schema.DateTimeUtc
    }),
    Result: Schema.Struct({ id: DecisionId }),
    execute: ({ at, byId, id, outcome, reason }) => sql`
      update decisions set appeal_outcome = ${outcome}, appeal_reason = ${reason}, appeal_by_id = ${byId},
        appeal_decided_at = ${at}
      where id = ${id} and appealed_at is not null and appeal_outcome is null
      returning id`
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { find, last, lock, page } = decisionReads(sql)
  const { addAppeal, insert, setOutcome } = decisionWrites(sql)

  return DecisionsRepo.of({
    lock: (target) =>
      Effect.flatMap(orUnavailable(lock(target)), ({ isLocked }) =>
        isLocked ? Effect.void : new Blocked({ by: `${target.type} ${target.id}` })
      ),
    add: (decision) => Effect.map(orUnavailable(insert(decision)), ({ id }) => id),
    find: (id) => orUnavailable(find(id)),
    page: ({ targetType, userId }, viewerId, window) =>
      Effect.map(orUnavailable(page({ targetType, userId, viewerId, ...window })), ({ items, total }) =>
        pageFromOverfetch(items, total, window, ({ decision }): DecisionKey => ({ id: decision.id }))
      ),
    last: (target, actions) =>
      Effect.map(
        orUnavailable(last({ target, actions })),
        Option.map(({ id }) => id)
      ),
    addAppeal: (id, text, at) => Effect.map(orUnavailable(addAppeal({ id, text, at })), Option.isSome),
    setOutcome: (id, outcome) => Effect.map(orUnavailable(setOutcome({ id, ...outcome })), Option.isSome)
  })
})

/** Decisions in PostgreSQL. */
export const layer = Layer.effect(DecisionsRepo, make)
