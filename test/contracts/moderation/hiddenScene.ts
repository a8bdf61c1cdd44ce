import { searchQuery } from "@rare-disease-community/text/SearchQuery"
import { Effect, Option } from "effect"
import type { DiseaseId, PostId, UserId } from "../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import type { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import type { LikesRepo } from "../../../src/ports/posts/LikesRepo.ts"
import { type PostListing, PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { StatisticsRepo } from "../../../src/ports/StatisticsRepo.ts"
import type { Transaction } from "../../../src/ports/Transaction.ts"
import {
  addComment,
  filtered,
  moment,
  newComment,
  newDiseases,
  newPost,
  newUser,
  toggleLike,
  unique,
  view
} from "../newRows.ts"

/** The ports that tests of hidden texts need. */
export type Ports =
  | CommentsRepo
  | DecisionsRepo
  | DiseasesRepo
  | HiddenTextsRepo
  | LikesRepo
  | NotificationsRepo
  | PostsRepo
  | StatisticsRepo
  | Transaction
  | UsersRepo

/** A post with comments, likes and views, among other posts; its texts, and no other ones, have `word`. */
export const scene = Effect.gen(function* () {
  const [author, ada, bob] = [yield* newUser(), yield* newUser(), yield* newUser()]
  const [word, commentWord, excerpt] = [unique(), unique(), unique()]
  const [diseaseId] = yield* newDiseases(unique())
  const about = Option.fromNullable(diseaseId)
  const shared = { authorId: author, diseaseId: about, category: "experience" as const }
  const older = yield* newPost({ ...shared, authorKind: "agent" })
  const post = yield* newPost({
    ...shared,
    title: `about ${word}`,
    content: filtered(`more ${word}`),
    authorKind: "agent"
  })
  const newer = yield* newPost(shared)
  yield* newComment(older.id, ada)
  yield* newComment(post.id, bob, `first ${word}`)
  const content = { ...filtered(`second ${word} ${commentWord}`), excerpt }
  const comment = yield* addComment({
    postId: post.id,
    authorId: ada,
    authorKind: "human",
    content,
    language: "und",
    replyTo: Option.none(),
    createdAt: moment
  })
  for (const liker of [ada, author]) yield* toggleLike(post.id, liker)
  yield* view(post.id, 3)
  yield* view(older.id, 5)
  return {
    author,
    ada,
    bob,
    post,
    comment,
    older,
    newer,
    word,
    commentWord,
    excerpt,
    diseaseId: Option.getOrThrow(about)
  }
})

/** The posts that a search for the words of a text finds. */
export const searchFor = (text: string) =>
  Effect.flatMap(PostsRepo, (posts) => {
    const parts = searchQuery(text).wanted.map(({ terms }) => ({ terms, diseaseIds: [], words: 1 }))
    const query = { alternatives: [parts], unwanted: [], whole: Option.none(), sort: "relevance" as const }
    return posts.search(query, { offset: 0, limit: 20 })
  })

/** All that repositories read about the posts of a scene. */
export const everythingRead = ({
  ada,
  author,
  commentWord,
  diseaseId,
  newer,
  older,
  word
}: {
  readonly ada: UserId
  readonly author: UserId
  readonly commentWord: string
  readonly diseaseId: DiseaseId
  readonly newer: { readonly id: PostId }
  readonly older: { readonly id: PostId }
  readonly word: string
}) =>
  Effect.gen(function* () {
    const [posts, comments, users] = [yield* PostsRepo, yield* CommentsRepo, yield* UsersRepo]
    const filters: ReadonlyArray<PostListing> = [
      {},
      { category: "experience" },
      { authorId: author },
      { authorKind: "agent" },
      { diseaseId },
      { diseaseId, includeDescendants: true, category: "experience", authorKind: "agent" }
    ]
    const listings = filters.flatMap((filter) =>
      (["date", "views", "replies"] as const).map((sort): PostListing => ({ ...filter, sort }))
    )
    const words = [{ lexemes: [word], weight: 10, isRare: true }]
    const notifications = yield* NotificationsRepo
    return {
      lists: yield* Effect.forEach(listings, (listing) => posts.page(listing, { offset: 0, limit: 50 })),
      walked: yield* Effect.forEach(listings, (listing) =>
        posts.page(listing, { offset: 0, limit: 50, after: { count: 5, id: newer.id } })
      ),
      found: yield* Effect.forEach([word, commentWord], searchFor),
      related: yield* posts.related({
        words,
        filed: [{ diseaseId, weight: 5 }],
        named: [],
        except: Option.none(),
        limit: 20
      }),
      wordCounts: yield* posts.wordCounts([[word]]),
      older: yield* posts.get(older.id, Option.some(ada)),
      comments: yield* comments.page(older.id, { offset: 0, limit: 20 }),
      users: yield* Effect.forEach([author, ada], (id) => users.detail(id)),
      diseases: yield* Effect.flatMap(DiseasesRepo, (diseases) => diseases.get(diseaseId)),
      counts: yield* Effect.flatMap(StatisticsRepo, ({ counts }) => counts),
      inbox: yield* notifications.page(author, false, { offset: 0, limit: 20 })
    }
  })
