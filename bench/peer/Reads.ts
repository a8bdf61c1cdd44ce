import type { Caller } from "./Caller.ts"
import { single, statement } from "./Database.ts"
import { Failure } from "./Failure.ts"

interface DiseaseRow {
  readonly id: number
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
  readonly categories: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly postCount: number
  readonly kind: string
  readonly matched: string
  readonly total: number
}

// `%` uses the trigram index; only the shown rows are read in full.
const found = statement<DiseaseRow>(
  "diseases",
  `with found as (
     select distinct on (disease_id) disease_id, name, kind, similarity(name, $1) as score from disease_names
     where name % $1 order by disease_id, similarity(name, $1) desc
   ), shown as (
     select *, (select count(*) from found) as total from found order by score desc, disease_id limit $2 offset $3
   )
   select diseases.id, diseases.name, shown.kind, shown.name as matched, shown.total,
     (select coalesce(json_agg(names.name), '[]') from disease_names names
      where names.disease_id = diseases.id and names.kind <> 'name') as synonyms,
     (select coalesce(json_object_agg(system, codes), '{}') from (
        select system, json_agg(code) as codes from disease_codes
        where disease_codes.disease_id = diseases.id group by system) systems) as codes,
     (select coalesce(json_agg(json_build_object('id', categories.id, 'name', categories.name)), '[]')
      from disease_categories join categories on categories.id = category_id
      where disease_categories.disease_id = diseases.id) as categories,
     (select count(*) from posts where posts.disease_id = diseases.id) as "postCount"
   from shown join diseases on diseases.id = shown.disease_id order by shown.score desc, diseases.id`
)

/** Diseases whose names look like the search, likest first. */
export const diseases = async (search: string, page: number, limit: number) => {
  const rows = await found(search, limit, (page - 1) * limit)
  const total = rows[0]?.total ?? 0
  return {
    data: rows.map(({ kind, matched, total: _, ...disease }) => ({
      ...disease,
      matchedOn: { field: kind, text: matched }
    })),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: page * limit < total }
  }
}

type Counts = Readonly<Record<string, number | Readonly<Record<string, number>>>>

const counts = single<Counts>(
  "stats",
  `select (select count(*) from users) as users,
     (select count(*) from users where role = 'expert') as experts,
     (select count(*) from posts) as posts,
     (select count(*) from comments) as comments,
     (select count(*) from likes) as likes,
     (select count(*) from diseases) as diseases,
     (select count(*) from news) as news,
     (select json_build_object('topic', count(*) filter (where category = 'topic'),
        'experience', count(*) filter (where category = 'experience'),
        'question', count(*) filter (where category = 'question')) from posts) as "postsByCategory",
     (select json_build_object('research', count(*) filter (where category = 'research'),
        'policy', count(*) filter (where category = 'policy'),
        'patient_story', count(*) filter (where category = 'patient_story'),
        'drug_approval', count(*) filter (where category = 'drug_approval')) from news) as "newsByCategory",
     (select count(*) from users where active_at >= now() - interval '30 days') as "activeUsers30d"`
)

/** The community in numbers. */
export const stats = async () => ({ ...(await counts()), generatedAt: new Date() })

interface UserRow {
  readonly id: number
  readonly username: string
  readonly role: string
  readonly bio: string | null
  readonly createdAt: Date
  readonly email: string
  readonly diseases: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly postCount: number
}

const detail = single<UserRow>(
  "user",
  `select users.id, username, role, bio, created_at as "createdAt", email,
     (select coalesce(json_agg(json_build_object('id', diseases.id, 'name', diseases.name) order by position), '[]')
      from user_diseases join diseases on diseases.id = disease_id where user_id = users.id) as diseases,
     (select count(*) from posts where author_id = users.id) as "postCount"
   from users where users.id = $1`
)

/** A member; the email is for themselves and admins. */
export const user = async (id: number, caller: Caller) => {
  const row = await detail(id)
  if (row === undefined) throw new Failure(404, "there is no such user")
  const { email, ...rest } = row
  const shown = { ...rest, diseaseIds: rest.diseases.map((disease) => disease.id) }
  return caller.id === id || caller.role === "admin" ? { ...shown, email } : shown
}
