import { single, statement } from "./Database.ts"
import { postNotFound } from "./Failure.ts"

interface PostRow {
  readonly id: number
  readonly title: string
  readonly excerpt: string
  readonly category: string
  readonly disease_id: number | null
  readonly disease: string | null
  readonly author_id: number
  readonly username: string
  readonly role: string
  readonly view_count: number
  readonly reply_count: number
  readonly like_count: number
  readonly created_at: Date
  readonly updated_at: Date
}

interface DetailRow extends PostRow {
  readonly content: string
  readonly content_html: string
  readonly liked: boolean
}

interface CommentRow {
  readonly id: number
  readonly post_id: number
  readonly content: string
  readonly content_html: string
  readonly author_id: number
  readonly username: string
  readonly role: string
  readonly created_at: Date
  readonly updated_at: Date
}

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly sort?: keyof typeof orders | undefined
  readonly category?: string | undefined
  readonly diseaseId?: number | undefined
  readonly search?: string | undefined
}

const columns = `posts.id, posts.title, posts.excerpt, posts.category, posts.disease_id, diseases.name as disease,
  posts.author_id, users.username, users.role, posts.view_count, posts.reply_count, posts.like_count,
  posts.created_at, posts.updated_at`

const joins = `join users on users.id = posts.author_id left join diseases on diseases.id = posts.disease_id`

const authorOf = ({ author_id, role, username }: Pick<PostRow, "author_id" | "role" | "username">) => ({
  id: author_id,
  username,
  role
})

const postOf = (row: PostRow) => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  category: row.category,
  diseaseId: row.disease_id,
  disease: row.disease_id === null ? null : { id: row.disease_id, name: row.disease },
  author: authorOf(row),
  authorRole: row.role,
  viewCount: row.view_count,
  replyCount: row.reply_count,
  likeCount: row.like_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

const detailOf = (row: DetailRow, viewer: number | undefined) => ({
  ...postOf(row),
  content: row.content,
  contentHtml: row.content_html,
  ...(viewer === undefined ? {} : { liked: row.liked })
})

export const commentOf = (row: CommentRow) => ({
  id: row.id,
  postId: row.post_id,
  content: row.content,
  contentHtml: row.content_html,
  author: authorOf(row),
  authorRole: row.role,
  createdAt: row.created_at,
  updatedAt: row.updated_at
})

const orders = {
  date: "posts.id desc",
  views: "posts.view_count desc, posts.id desc",
  replies: "posts.reply_count desc, posts.id desc"
}

/** The statements of each combination of filters and order: made once, since their names are. */
const statements = new Map<string, ReturnType<typeof listed>>()

const listed = (name: string, where: string, order: string, filters: number) => ({
  count: single<{ readonly total: number }>(`count ${name}`, `select count(*) as total from posts ${where}`),
  items: statement<PostRow>(
    `list ${name}`,
    `select ${columns} from posts ${joins} ${where} order by ${order} limit $${filters + 1} offset $${filters + 2}`
  )
})

/** One page of posts, and how many there are in all. */
export const list = async ({ category, diseaseId, limit, page, search, sort }: ListQuery) => {
  const filters = [
    { by: "search", text: "posts.search @@ plainto_tsquery('english', $)", value: search },
    { by: "category", text: "posts.category = $", value: category },
    { by: "disease", text: "posts.disease_id = $", value: diseaseId }
  ].filter(({ value }) => value !== undefined)
  const order = sort ?? "date" // of a search too: a rank would cost more
  const name = `${filters.map(({ by }) => by).join(" ")} ${order}`
  const conditions = filters.map(({ text }, index) => text.replace("$", `$${index + 1}`))
  const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`
  const { count, items } = statements.get(name) ?? listed(name, where, orders[order], filters.length)
  statements.set(name, { count, items })
  const values = filters.map(({ value }) => value)
  const [rows, counted] = await Promise.all([items(...values, limit, (page - 1) * limit), count(...values)])
  const total = counted?.total ?? 0
  return {
    data: rows.map(postOf),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit), hasMore: page * limit < total }
  }
}

const viewed = single<DetailRow>(
  "view",
  `with posts as (update posts set view_count = view_count + 1 where id = $1 returning *)
   select ${columns}, posts.content, posts.content_html,
     exists (select from likes where likes.post_id = posts.id and likes.user_id = $2) as liked
   from posts ${joins}`
)

const comments = statement<CommentRow>(
  "comments",
  `select comments.id, comments.post_id, comments.content, comments.content_html, comments.author_id, users.username,
     users.role, comments.created_at, comments.updated_at
   from comments join users on users.id = comments.author_id
   where comments.post_id = $1 order by comments.id limit 100`
)

/** The post with its first comments; counts as a view. */
export const view = async (id: number, viewer: number | undefined) => {
  const post = await viewed(id, viewer ?? null)
  if (post === undefined) throw postNotFound()
  return { ...detailOf(post, viewer), comments: (await comments(id)).map(commentOf) }
}

const added = single<DetailRow>(
  "create post",
  `with posts as (
     insert into posts (author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at, search)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now(),
       setweight(to_tsvector('english', $2), 'A') || to_tsvector('english', $8))
     returning *
   ), active as (
     update users set active_at = now() where id = $1 and active_at < now() - interval '1 minute'
   )
   select ${columns}, posts.content, posts.content_html, false as liked from posts ${joins}`
)

export interface NewPost {
  readonly title: string
  readonly content: string
  readonly category: string
  readonly diseaseId?: number | null
}

/** Publishes a post whose text has been rendered. */
export const create = async (
  author: number,
  { category, content, diseaseId = null, title }: NewPost,
  { excerpt, html, text }: { readonly html: string; readonly excerpt: string; readonly text: string }
) => {
  const row = await added(author, title, content, html, excerpt, category, diseaseId, text)
  if (row === undefined) throw postNotFound()
  return detailOf(row, author)
}
