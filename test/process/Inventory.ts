import { Effect, Option } from "effect"
import { type Acknowledged, clientAs, type Writer } from "./Writers.ts"

/** All the items of a list, page by page. */
const all = <A, E, R>(
  page: (
    page: number
  ) => Effect.Effect<{ readonly data: ReadonlyArray<A>; readonly pagination: { readonly hasMore: boolean } }, E, R>
) =>
  Effect.iterate(
    { items: [] as A[], next: 1, hasMore: true },
    {
      while: ({ hasMore }) => hasMore,
      body: ({ items, next }) =>
        Effect.map(page(next), ({ data, pagination: { hasMore } }) => ({
          items: [...items, ...data],
          next: next + 1,
          hasMore
        }))
    }
  ).pipe(Effect.map(({ items }) => items))

/** The content of a community: each post with its comments and likes, and all counts. */
export const inventory = (writers: ReadonlyArray<Writer>, url: string) =>
  Effect.gen(function* () {
    const clients = yield* Effect.forEach(writers, (writer) =>
      Effect.map(clientAs(writer, url), (client) => ({ writer, client }))
    )
    const [any] = clients
    if (any === undefined) return yield* Effect.dieMessage("nobody asks")
    const { client } = any
    const listed = yield* all((page) => client.posts.list({ urlParams: { page, limit: 100 } }))
    const posts = yield* Effect.forEach(
      listed,
      (post) =>
        Effect.gen(function* () {
          const path = { id: post.id }
          const comments = yield* all((page) => client.comments.list({ path, urlParams: { page, limit: 100 } }))
          const likers = yield* Effect.filter(clients, ({ client }) =>
            Effect.map(client.likes.get({ path }), ({ liked }) => Option.contains(liked, true))
          )
          return { ...post, comments, likers: likers.map(({ writer }) => writer.id) }
        }),
      { concurrency: 4 }
    )
    const notified = yield* Effect.forEach(clients, ({ client, writer }) =>
      Effect.map(client.notifications.list({ urlParams: { limit: 1 } }), ({ pagination }) => ({
        id: writer.id,
        total: pagination.total
      }))
    )
    return { posts, notified, statistics: yield* client.statistics.get() }
  })

type Inventory = Effect.Effect.Success<ReturnType<typeof inventory>>

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

/** The acknowledged writes that are not there. */
export const missing = (acknowledged: Acknowledged, { posts }: Inventory): ReadonlyArray<string> => {
  const byId = new Map(posts.map((post) => [post.id, post]))
  return [
    ...Array.from(acknowledged.posts, (id) => (byId.has(id) ? "" : `post ${id}`)),
    ...Array.from(acknowledged.comments, ([id, post]) =>
      byId.get(post)?.comments.some((comment) => comment.id === id) === true ? "" : `comment ${id} on post ${post}`
    ),
    ...acknowledged.likes.map(({ post, writer }) =>
      byId.get(post)?.likers.includes(writer.id) === true ? "" : `like of post ${post} by ${writer.id}`
    )
  ].filter((what) => what !== "")
}

/** The counts that differ from the number of counted records. */
export const disagreements = ({ notified, posts, statistics }: Inventory): ReadonlyArray<string> => {
  const agree = (what: string, told: number, counted: number) =>
    told === counted ? [] : [`${what}: ${told} told, ${counted} counted`]
  return [
    ...posts.flatMap(({ comments, id, likeCount, likers, replyCount }) => [
      ...agree(`replyCount of post ${id}`, replyCount, comments.length),
      ...agree(`likeCount of post ${id}`, likeCount, likers.length)
    ]),
    ...notified.flatMap(({ id, total }) => {
      const own = posts.filter(({ author }) => author.id === id)
      const causes = own.map(
        ({ comments, likers }) =>
          comments.filter(({ author }) => author.id !== id).length + likers.filter((liker) => liker !== id).length
      )
      return agree(`notifications of member ${id}`, total, sum(causes))
    }),
    ...agree("posts", statistics.posts, posts.length),
    ...agree("comments", statistics.comments, sum(posts.map(({ comments }) => comments.length))),
    ...agree("likes", statistics.likes, sum(posts.map(({ likers }) => likers.length)))
  ]
}

/** The numbers of posts, comments and likes. */
export const sizeOf = ({ posts }: Inventory) =>
  posts.length + sum(posts.map(({ comments, likers }) => comments.length + likers.length))
