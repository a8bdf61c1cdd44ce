import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { UserId } from "../../../domain/Ids.ts"
import { LinkPurpose, MailKind } from "../../../domain/mail/Mail.ts"
import { MailRepo } from "../../../ports/MailRepo.ts"
import { time } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"

const added = {
  kind: MailKind,
  userId: Schema.OptionFromNullOr(UserId),
  address: Schema.OptionFromNullOr(Schema.String),
  createdAt: Schema.DateTimeUtc
}

const mailStatements = (sql: SqlClient.SqlClient) => ({
  // Index outgoing_mail_user_id; mail without a member leaves the table within minutes.
  add: SqlSchema.void({
    Request: Schema.Struct(added),
    execute: ({ address, createdAt, kind, userId }) => sql`
      with replaced as (
        delete from outgoing_mail where kind = ${kind} and user_id is not distinct from ${userId}::int
          and (user_id is not null or address = ${address})
      )
      insert into outgoing_mail (kind, user_id, address, created_at, due_at)
      values (${kind}, ${userId}, ${address}, ${createdAt}, ${createdAt})`
  }),

  // Indexes member_settings_mail and notifications_unread. Skips members for whom another instance does it.
  addDigests: SqlSchema.single({
    Request: Schema.Struct({ now: Schema.DateTimeUtc, limit: Schema.Int }),
    Result: Schema.Struct({ added: Schema.Int }),
    execute: ({ limit, now }) => sql`
      with due as (
        select user_id from member_settings
        where mail <> 'off' and (last_digest_at is null
            or last_digest_at <= ${now}::timestamptz - case mail when 'daily' then interval '1 day' else interval '7 days' end)
          and exists (select from notifications where recipient_id = user_id and not read
            and (last_digest_at is null or created_at > last_digest_at))
        order by user_id limit ${limit} for no key update skip locked
      ), noted as (
        update member_settings set last_digest_at = ${now} from due where member_settings.user_id = due.user_id
      ), added as (
        insert into outgoing_mail (kind, user_id, created_at, due_at) select 'digest', user_id, ${now}, ${now} from due
        returning 1
      )
      select count(*)::int as added from added`
  }),

  // Index outgoing_mail_due_at. Skips rows that another instance claims at the same time.
  claim: SqlSchema.findOne({
    Request: Schema.Struct({ now: Schema.DateTimeUtc, until: Schema.DateTimeUtc }),
    Result: Schema.Struct({ ...added, id: Schema.Int, tries: Schema.Int }),
    execute: ({ now, until }) => sql`
      update outgoing_mail set due_at = ${until}, tries = tries + 1
      where id = (select id from outgoing_mail where due_at <= ${now}
                  order by kind = 'digest', due_at, id limit 1 for update skip locked)
      returning id, kind, user_id as "userId", address, tries, ${time(sql, "created_at")} as "createdAt"`
  }),

  retryAt: SqlSchema.void({
    Request: Schema.Struct({ id: Schema.Int, at: Schema.DateTimeUtc }),
    execute: ({ at, id }) => sql`update outgoing_mail set due_at = ${at} where id = ${id}`
  }),

  nextDue: SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ at: Schema.OptionFromNullOr(Schema.DateTimeUtc) }),
    execute: () => sql`
      select ${time(sql, "earliest")} as at from (select min(due_at) as earliest from outgoing_mail) as due`
  })
})

/** Indexes: the primary key of account_links, and the unique one of its hashes. */
const linkStatements = (sql: SqlClient.SqlClient) => ({
  set: SqlSchema.void({
    Request: Schema.Struct({
      userId: UserId,
      purpose: LinkPurpose,
      hash: Schema.String,
      email: Schema.OptionFromNullOr(Schema.String),
      expiresAt: Schema.DateTimeUtc
    }),
    execute: ({ email, expiresAt, hash, purpose, userId }) => sql`
      insert into account_links (user_id, purpose, hash, email, expires_at)
      values (${userId}, ${purpose}, ${hash}, ${email}, ${expiresAt})
      on conflict (user_id, purpose) do update
      set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`
  }),

  find: SqlSchema.findOne({
    Request: Schema.Struct({ purpose: LinkPurpose, hash: Schema.String, now: Schema.DateTimeUtc }),
    Result: Schema.Struct({ userId: UserId, email: Schema.OptionFromNullOr(Schema.String) }),
    execute: ({ hash, now, purpose }) => sql`
      select user_id as "userId", email from account_links
      where hash = ${hash} and purpose = ${purpose} and expires_at > ${now}`
  }),

  // There are few links: one for each member who waits for a mail.
  forgetExpired: SqlSchema.void({
    Request: Schema.DateTimeUtc,
    execute: (now) => sql`delete from account_links where expires_at <= ${now}`
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const mail = mailStatements(sql)
  const links = linkStatements(sql)

  return MailRepo.of({
    add: (added) => orUnavailable(mail.add(added)),
    addDigests: (now, limit) => Effect.map(orUnavailable(mail.addDigests({ now, limit })), ({ added }) => added),
    claim: (now, until) => orUnavailable(mail.claim({ now, until })),
    retryAt: (id, at) => orUnavailable(mail.retryAt({ id, at })),
    remove: (id) => Effect.asVoid(orUnavailable(sql`delete from outgoing_mail where id = ${id}`)),
    nextDue: Effect.map(
      Effect.suspend(() => orUnavailable(mail.nextDue())),
      ({ at }) => at
    ),
    setLink: (link) => orUnavailable(links.set(link)),
    findLink: (purpose, hash, now) => orUnavailable(links.find({ purpose, hash, now })),
    takeLink: (purpose, hash) =>
      Effect.map(
        orUnavailable(sql`delete from account_links where hash = ${hash} and purpose = ${purpose} returning true`),
        ({ length }) => length === 1
      ),
    forgetLinks: (userId) => Effect.asVoid(orUnavailable(sql`delete from account_links where user_id = ${userId}`)),
    forgetExpiredLinks: (now) => orUnavailable(links.forgetExpired(now))
  })
})

/** Outgoing mail and links in PostgreSQL. */
export const layer = Layer.effect(MailRepo, make)
