import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { Author } from "../../../domain/accounts/User.ts"
import { Blocked } from "../../../domain/BatchResult.ts"
import { UnknownDiseases } from "../../../domain/diseases/Disease.ts"
import { DiseaseName } from "../../../domain/diseases/DiseaseName.ts"
import { DiseaseId, PostId, UserId } from "../../../domain/Ids.ts"
import { Audience, AudienceRefused } from "../../../domain/posts/Audience.ts"
import { decodePost, PostDetail, PostNotFound } from "../../../domain/posts/Post.ts"
import { PostsRepo, type PostToAdd, type PostViews } from "../../../ports/posts/PostsRepo.ts"
import { batchStatement } from "../BatchStatement.ts"
import { emptyPendingLists } from "../PendingLists.ts"
import { eachAsReader, Reading } from "../Reading.ts"
import { all, first, firstOr, orUnavailable, Value } from "../Rows.ts"
import { contentVector, titleVector } from "../SearchVector.ts"
import { listPosts } from "./ListPosts.ts"
import { makePostDocuments } from "./PostDocuments.ts"
import { countedWords, heldTerms, relatedPosts, wordCounts } from "./RelatedPosts.ts"
import { searchPosts } from "./SearchPosts.ts"
import { updatePost } from "./UpdatePost.ts"

/** Null where the viewer is not signed in. */
const Liked = Schema.OptionFromNullOr(Schema.Boolean)
const Views = Schema.Struct({ id: PostId, views: Schema.Int })

/** The batch statement that adds posts. A new post has no views, replies or likes, so these are not read back. */
const addPosts = {
  name: "add_posts" as const,
  encode: ({
    audience,
    authorId,
    authorKind,
    category,
    content,
    createdAt,
    diseaseId,
    language,
    title
  }: PostToAdd) => ({
    userId: authorId,
    byAgent: authorKind === "agent",
    title,
    content: content.content,
    html: content.html,
    excerpt: content.excerpt,
    language,
    category,
    audience,
    diseaseId: Option.getOrNull(diseaseId),
    mentions: content.mentions.length === 0 ? undefined : content.mentions,
    search: `${titleVector(title)} ${contentVector(content.text)}`,
    at: createdAt
  }),
  answer: Schema.Struct({
    item: Schema.Int,
    id: PostId,
    author: Author,
    disease: Schema.OptionFromNullOr(DiseaseName)
  }),
  result: (
    { audience = "everyone", category, content, createdAt, diseaseId, language, title }: PostToAdd,
    {
      author,
      disease,
      id
    }: {
      readonly author: Author
      readonly disease: Option.Option<typeof DiseaseName.Type>
      readonly id: PostId
    }
  ): PostDetail => ({
    id,
    title,
    excerpt: content.excerpt,
    language,
    category,
    diseaseId,
    disease,
    author,
    authorRole: author.role,
    viewCount: 0,
    replyCount: 0,
    likeCount: 0,
    helpedCount: 0,
    createdAt,
    updatedAt: createdAt,
    editedAt: Option.none(),
    locked: false,
    audience,
    content: content.content,
    contentHtml: content.html,
    liked: Option.some(false)
  }),
  refusal: ({ diseaseId }: PostToAdd, refused: string | undefined) => {
    if (refused === "gone") return new NotSignedIn()
    return refused === "off"
      ? new AudienceRefused({ reason: "off" })
      : new UnknownDiseases({ field: "diseaseId", ids: Option.toArray(diseaseId) })
  }
}

/** The columns of a post that the rules of changes need, of `posts` and of `hidden_posts`. */
export const ownedColumns = (sql: SqlClient.SqlClient) =>
  sql`author_id as "authorId", title, content, disease_id as "diseaseId", audience`
export const Ownership = Schema.Struct({
  authorId: UserId,
  title: Schema.String,
  content: Schema.String,
  diseaseId: Schema.OptionFromNullOr(DiseaseId),
  audience: Audience
})
const Updated = Schema.Struct({ ...PostDetail.fields, liked: Liked })
const Removed = Value("recipients", Schema.Array(UserId))
const Locked = Value("changed", Schema.Boolean)
const HasOthers = Value("hasOthers", Schema.Boolean)

const addPostViews = (sql: SqlClient.SqlClient, added: ReadonlyArray<PostViews>) =>
  sql`
    select counted_id as id, counted_views as views
    from add_views(${added.map(({ id }) => id)}::int[], ${added.map(({ views }) => views)}::int[])`

/** Locks or unlocks the comments of a shown or hidden post. */
export const setLocked = (sql: SqlClient.SqlClient, table: "posts" | "hidden_posts", id: PostId, locked: boolean) =>
  sql`
    with changed as (update ${sql(table)} set locked = ${locked} where id = ${id} and locked <> ${locked} returning id)
    select exists (select from changed) as changed from ${sql(table)} where id = ${id}`.pipe(
    firstOr(Locked, notFound(id))
  )

/** True for a post, or a change of one, that is not for everyone. */
export const isRestricted = ({ audience = "everyone" }: { readonly audience?: Audience | undefined }) =>
  audience !== "everyone"

const notFound = (id: PostId) => () => new PostNotFound({ id })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const documents = yield* makePostDocuments
  const { hasRestricted, noteRestricted, readsRestricted, restrictedExists } = yield* Reading
  const list = listPosts(sql)
  const noteWrite = yield* emptyPendingLists(sql, "post_search")
  const add = batchStatement(sql, addPosts)
  const search = searchPosts(sql)

  const document = (id: PostId, viewer: Option.Option<UserId>) => orUnavailable(documents(id, viewer, true))
  const owned = (id: PostId) => sql`select ${ownedColumns(sql)} from posts where id = ${id}`
  const ownership = (id: PostId) => owned(id).pipe(firstOr(Ownership, notFound(id)))

  return PostsRepo.of({
    addAll: (items) =>
      Effect.zipLeft(add(items), items.some(isRestricted) ? Effect.zipRight(noteRestricted, noteWrite) : noteWrite),
    ownership,
    lock: (id) =>
      sql`${owned(id)} for update skip locked`.pipe(
        first(Ownership),
        // The post does not exist, or another transaction holds it.
        Effect.flatMap(Effect.orElse(() => Effect.zipRight(ownership(id), new Blocked({ by: `post ${id}` }))))
      ),
    document,
    head: (id, viewer) => orUnavailable(documents(id, viewer, false)),
    get: (id, viewer) => Effect.flatMap(document(id, viewer), decodePost),
    addViews: (views) => addPostViews(sql, views).pipe(all(Views)),
    update: (id, change, viewer) =>
      updatePost(sql, id, change, viewer).pipe(
        firstOr(Updated, notFound(id)),
        Effect.tap((post) => Effect.when(noteRestricted, () => isRestricted(post))),
        Effect.zipLeft(noteWrite)
      ),
    hasRestricted,
    restrictedExists,
    othersCommented: (id) =>
      sql`
        select has_others as "hasOthers" from post_counts where post_id = ${id}
        union all select has_others from hidden_posts where id = ${id}`.pipe(
        first(HasOthers),
        Effect.map(Option.getOrElse(() => false))
      ),
    setLocked: (id, locked) => setLocked(sql, "posts", id, locked),
    // Selects the recipients as they are before the removal: all parts of a statement see the same snapshot (index
    // notifications_post_id).
    remove: (id) =>
      sql`
        delete from posts where id = ${id}
        returning array(select distinct recipient_id from notifications where post_id = ${id} order by 1) as recipients`.pipe(
        firstOr(Removed, notFound(id))
      ),
    page: (filter, window) => Effect.flatMap(readsRestricted, (is) => list(filter, window, is)),
    search: (query, window) => orUnavailable(search(query, window)),
    wordCounts: (words) => wordCounts(sql, words),
    countedWords: countedWords(sql),
    heldTerms: (terms) => heldTerms(sql, terms),
    related: (request) => relatedPosts(sql, request)
  })
})

export const layer = Layer.scoped(PostsRepo, eachAsReader(make))
