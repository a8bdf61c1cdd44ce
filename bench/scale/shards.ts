import type pg from "pg"
import { say, short } from "../driver/Report.ts"
import type { World } from "../seed/Community.ts"

/** The rows that an operation touches: keys of posts, and of members where a table of members is asked. */
interface Touched {
  readonly title: string
  /** A statement with the sampled id as $1, whose columns are `post` and `member`; one of them may be null. */
  readonly rows: string
  readonly sample: "post" | "member" | "none"
}

const newest = "(select id, author_id, disease_id from posts order by id desc limit 20) page"

const touched: ReadonlyArray<Touched> = [
  {
    title: "list page 1",
    sample: "none",
    rows: `select id as post, author_id as member from ${newest} where $1::int is not null`
  },
  {
    title: "list of an author",
    sample: "member",
    rows: "select id as post, author_id as member from (select * from posts where author_id = $1 order by id desc limit 20) page"
  },
  { title: "detail", sample: "post", rows: "select id as post, author_id as member from posts where id = $1" },
  {
    title: "comments of a post",
    sample: "post",
    rows: `select post_id as post, author_id as member from comments where post_id = $1
      union all select id, author_id from posts where id = $1`
  },
  {
    title: "notifications of a member",
    sample: "member",
    rows: `select post_id as post, recipient_id as member from
        (select * from notifications where recipient_id = $1 order by id desc limit 20) page
      union all select post_id, actor_id from
        (select * from notifications where recipient_id = $1 order by id desc limit 20) page`
  },
  {
    title: "add a comment or a like",
    sample: "post",
    rows: `select id as post, author_id as member from posts where id = $1
      union all select $1::int, 1 + $1::bigint * 104729 % (select max(id) from users)`
  },
  {
    title: "add a post",
    sample: "member",
    rows: "select id as post, $1::int as member from posts where author_id = $1 order by id desc limit 1"
  },
  { title: "sign in, own profile", sample: "member", rows: "select null::int as post, $1::int as member" }
]

const shardCounts = [2, 8]
const samples = 100

/**
 * Counts the shards that the rows of an operation lie on, were the tables distributed by a hash of the post or of the
 * member. A statement goes to each shard that has its keys; one that names no key goes to all, for any rows.
 */
export const shards = async (client: pg.Client, { posts, users }: World) => {
  say(
    `${"mean number of shards touched".padEnd(32)} ${shardCounts.map((count) => `of ${count}: by post, by member, both`).join("   ")}`
  )
  for (const { rows, sample, title } of touched) {
    const ids = Array.from({ length: sample === "none" ? 1 : samples }, (_, nth) =>
      sample === "member" ? 1 + ((nth * 7_919) % users) : 1 + ((nth * 104_729) % posts)
    )
    const cells: Array<string> = []
    for (const count of shardCounts) {
      const sums = { post: 0, member: 0, both: 0 }
      for (const id of ids) {
        const of = (column: string) => `abs(hashint4(${column}::int)) % ${count}`
        const { rows: found } = await client.query<{ post: string; member: string; both: string }>(
          `with touched as (${rows}) select
            (select count(distinct ${of("post")}) from touched) as post,
            (select count(distinct ${of("member")}) from touched) as member,
            (select count(distinct shard) from (
              select ${of("post")} as shard from touched union all select ${of("member")} from touched) parts) as both`,
          [id]
        )
        for (const key of ["post", "member", "both"] as const) sums[key] += Number(found[0]?.[key]) / ids.length
      }
      cells.push([sums.post, sums.member, sums.both].map((sum) => short(sum).padStart(8)).join(" "))
    }
    say(`${title.padEnd(32)} ${cells.join("   ")}`)
  }
}
