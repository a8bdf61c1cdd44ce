import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Duration, Option, Schema } from "effect"
import { daysBeforeFactorMail, staffGraceDays } from "../../../domain/accounts/StaffFactor.ts"
import { UserId } from "../../../domain/Ids.ts"
import { dangerKinds, digestHours, isDanger, MailKind, replyTypes } from "../../../domain/mail/Mail.ts"
import { MailRepo } from "../../../ports/mail/MailRepo.ts"
import { isActive, isUnguarded } from "../accounts/CredentialsRepoSql.ts"
import { time } from "../Columns.ts"
import { first, inDatabase, iso, one, returnsRow, run, TimeOrNone, Value } from "../Rows.ts"

const Added = Value("added", Schema.Int)
const Link = Schema.Struct({ userId: UserId, email: Schema.OptionFromNullOr(Schema.String) })
const Claimed = Schema.Struct({
  id: Schema.Int,
  kind: MailKind,
  userId: Schema.OptionFromNullOr(UserId),
  address: Schema.OptionFromNullOr(Schema.String),
  reports: Schema.Int,
  createdAt: Schema.DateTimeUtc,
  tries: Schema.Int
})

type Repo = Context.Tag.Service<MailRepo>
type Mail = Pick<Repo, "add" | "addDigests" | "claim" | "retryAt" | "remove" | "nextDue">
type Turns = Pick<Repo, "takeTurn" | "returnTurn">

const mail = (sql: SqlClient.SqlClient): Mail => ({
  // Index outgoing_mail_user_id; mail without a member leaves the table within minutes.
  add: ({ createdAt, kind, reports = 1, ...to }) => {
    const [userId, address] = [Option.getOrNull(to.userId), Option.getOrNull(to.address)]
    return run(sql`
      with replaced as (
        delete from outgoing_mail where kind = ${kind} and not ${isDanger(kind)} and user_id is not distinct from ${userId}::int
          and (user_id is not null or address = ${address})
      )
      insert into outgoing_mail (kind, user_id, address, reports, created_at, due_at)
      values (${kind}, ${userId}, ${address}, ${reports}, ${iso(createdAt)}, ${iso(createdAt)})`)
  },

  // Indexes member_settings_mail and notifications_unread. Skips members for whom another instance does it.
  addDigests: (time, limit) => {
    const now = iso(time)
    const isReply = sql`comment_id is not null and ${sql.in("type", replyTypes)}`
    return sql`
      with due as (
        select user_id, case mail when 'replies' then 'replies' else 'digest' end as kind from member_settings
        where mail <> 'off' and (last_digest_at is null
            or last_digest_at <= ${now}::timestamptz - make_interval(hours => (${JSON.stringify(digestHours)}::json ->> mail)::int))
          and exists (select from users where id = user_id and (suspended_at is null or suspended_until <= ${now}))
          and exists (select from notifications fresh where recipient_id = user_id and not read
            and case mail when 'replies' then ${isReply} and not exists (
              select from notifications where recipient_id = user_id and not read and post_id = fresh.post_id
                and ${isReply} and created_at <= last_digest_at
            ) else type <> 'news' or on_news_mail end
            and (last_digest_at is null or created_at > last_digest_at)
            and (post_id is null or recipient_reads(recipient_id, post_id)))
        order by user_id limit ${limit} for no key update skip locked
      ), noted as (
        update member_settings set last_digest_at = ${now} from due where member_settings.user_id = due.user_id
      ), added as (
        insert into outgoing_mail (kind, user_id, created_at, due_at) select kind, user_id, ${now}, ${now} from due
        returning 1
      )
      select count(*)::int as added from added`.pipe(one(Added))
  },

  // Index outgoing_mail_due_at. Skips rows that another instance claims at the same time, and kinds of a later version.
  claim: (now, until) =>
    sql`
      update outgoing_mail set due_at = ${iso(until)}, tries = tries + 1
      where id = (select id from outgoing_mail where due_at <= ${iso(now)} and ${sql.in("kind", MailKind.literals)}
                  order by ${sql.in("kind", dangerKinds)} desc, kind = 'digest', due_at, id limit 1 for update skip locked)
      returning id, kind, user_id as "userId", address, reports, tries, ${time(sql, "created_at")} as "createdAt"`.pipe(
      first(Claimed)
    ),

  retryAt: (id, at) => run(sql`update outgoing_mail set due_at = ${iso(at)} where id = ${id}`),

  remove: (id) => run(sql`delete from outgoing_mail where id = ${id}`),

  nextDue: sql`
    select ${time(sql, "earliest")} as at from (
      select min(due_at) as earliest from outgoing_mail where ${sql.in("kind", MailKind.literals)}
    ) as due`.pipe(one(TimeOrNone))
})

const ofStaff = (sql: SqlClient.SqlClient): Pick<Repo, "addFactorMails"> => ({
  // Few members have powers (index users_role_id).
  addFactorMails: (time) => {
    const now = sql`${iso(time)}::timestamptz`
    return sql`
      with due as (
        select id from users where ${isUnguarded(sql)} and ${isActive(sql, iso(time))}
          and staff_since <= ${now} - make_interval(days => ${daysBeforeFactorMail})
          and staff_since > ${now} - make_interval(days => ${staffGraceDays})
          and (factor_mail_at is null or factor_mail_at < staff_since)
        for no key update skip locked
      ), noted as (
        update users set factor_mail_at = ${now} from due where users.id = due.id
      ), added as (
        insert into outgoing_mail (kind, user_id, created_at, due_at) select 'factor_needed', id, ${now}, ${now} from due
        returning 1
      )
      select count(*)::int as added from added`.pipe(one(Added))
  }
})

/** Index: the primary key of mail_turns. */
const turns = (sql: SqlClient.SqlClient): Turns => ({
  // The row of the hash is locked before its turns are counted. One that another call has just changed is read as it
  // was: then the time of the next turn is at most too late.
  takeTurn: (hash, { maxActs, within }, at) => {
    const now = sql`${iso(at)}::timestamptz`
    const millis = sql`${Duration.toMillis(within)}::int * interval '1 millisecond'`
    const counting = (times: Statement.Fragment) =>
      sql`array(select at from unnest(${times}) as at where at > ${now} - ${millis} order by at)`
    return sql`
      with taken as (
        insert into mail_turns (hash, times, ends_at) values (${hash}, array[${now}], ${now} + ${millis})
        on conflict (hash) do update
        set times = ${counting(sql`mail_turns.times`)} || excluded.times, ends_at = excluded.ends_at
        where cardinality(${counting(sql`mail_turns.times`)}) < ${maxActs}
        returning true
      ), next as (
        select coalesce((select (${counting(sql`times`)})[1] from mail_turns where hash = ${hash}), ${now}) + ${millis} as at
        where not exists (select from taken)
      )
      select ${time(sql, "at")} as at from (select (select at from next) as at) as turn`.pipe(one(TimeOrNone))
  },

  returnTurn: (hash, taken) =>
    run(sql`update mail_turns set times = array_remove(times, ${iso(taken)}::timestamptz(3)) where hash = ${hash}`)
})

/** Indexes: the primary key of account_links, and the unique one of its hashes. */
const links = (sql: SqlClient.SqlClient): Omit<Repo, keyof Mail | keyof Turns | "addFactorMails"> => ({
  setLink: ({ email, expiresAt, hash, purpose, userId }) =>
    run(sql`
      insert into account_links (user_id, purpose, hash, email, expires_at)
      values (${userId}, ${purpose}, ${hash}, ${Option.getOrNull(email)}, ${iso(expiresAt)})
      on conflict (user_id, purpose) do update
      set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at`),

  findLink: (purpose, hash, now) =>
    sql`
      select user_id as "userId", email from account_links
      where hash = ${hash} and purpose = ${purpose} and expires_at > ${iso(now)}`.pipe(first(Link)),

  takeLink: (purpose, hash) =>
    returnsRow(sql`delete from account_links where hash = ${hash} and purpose = ${purpose} returning true`),

  // Index outgoing_mail_user_id; mail without a member leaves the table within minutes.
  forgetLinks: (userId) =>
    run(sql`
      with unsent as (
        delete from outgoing_mail
        where kind in ('reset_password', 'confirm_email') and (user_id = ${userId}
          or user_id is null and address = (select email_key from users where id = ${userId}))
      )
      delete from account_links where user_id = ${userId}`),

  // There are few of both: links for members who wait for a mail, turns for mail of a day.
  forgetExpired: (now) =>
    run(sql`
      with turns as (delete from mail_turns where ends_at <= ${iso(now)})
      delete from account_links where expires_at <= ${iso(now)}`)
})

export const layer = inDatabase(MailRepo, (sql) => ({ ...mail(sql), ...ofStaff(sql), ...turns(sql), ...links(sql) }))
