import { Effect } from "effect"
import type { PostId } from "../../../domain/Ids.ts"
import { encodePost } from "../../../domain/posts/Post.ts"
import { Follows } from "../../../services/follows/Follows.ts"
import { Comments } from "../../../services/posts/Comments.ts"
import { ContentFilter } from "../../../services/posts/ContentFilter.ts"
import { Likes } from "../../../services/posts/Likes.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { cachePolicies } from "../../cache/CachePolicies.ts"
import { countedViews } from "../../http/handlers/PostsHttp.ts"
import { tagsOfPost } from "../../wire/CacheTags.ts"
import { backFrom } from "../Browser.ts"
import { changeFollow } from "../Following.tsx"
import { Area, Form } from "../Form.tsx"
import { reading } from "../Pieces.tsx"
import {
  action,
  isPreparatory,
  type PageError,
  page,
  pageIn,
  type Reader,
  type View,
  type Visit,
  valueOf
} from "../Visit.ts"
import { commentsOfPage, ThreadPage } from "./Thread.tsx"

const makeThreads = Effect.gen(function* () {
  const posts = yield* Posts
  const filter = yield* ContentFilter
  const { isFollowing } = yield* Follows

  /** The first page counts views in the cache too, the others are never cached. */
  const read = (id: PostId, page: number, isCounted: boolean) => {
    if (!isCounted) {
      return Effect.map(Effect.flatMap(posts.getWithoutCounting(id), encodePost), (post) => ({ post, volatile: [] }))
    }
    return page === 1
      ? Effect.map(posts.openDocument(id), (viewed) => ({ post: viewed.value, volatile: [countedViews(viewed)] }))
      : Effect.map(posts.threadDocument(id, { page, limit: commentsOfPage }), (post) => ({ post, volatile: [] }))
  }

  const view = Effect.fnUntraced(function* (
    visit: Visit<{ readonly id: PostId }>,
    preview?: string
  ): Effect.fn.Return<View, PageError, Reader> {
    const { id } = visit.path
    const page = pageIn(visit)
    const isFirst = visit.form.values["content"] === undefined
    const { post, volatile } = yield* read(id, page, isFirst && !visit.isHead)
    const isFollowed = yield* isFollowing({ type: "post", id })
    return {
      title: post.title,
      description: post.excerpt,
      feed: { href: `/feeds/posts/${id}.xml`, title: post.title },
      ...(post.hidden === true ? {} : { canonical: page === 1 ? `/posts/${id}` : `/posts/${id}?page=${page}` }),
      tags: post.hidden === true || page > 1 ? [] : tagsOfPost(id),
      volatile,
      body: <ThreadPage post={post} page={page} isFollowing={isFollowed} preview={preview} />
    }
  })

  const preview = (visit: Visit<{ readonly id: PostId }>) =>
    Effect.flatMap(filter.content(valueOf(visit.form.values, "content"), Effect.succeed([])), ({ html }) =>
      view(visit, html)
    )

  return { view, preview }
})

/** The text of a comment that was refused, to be corrected. */
const editAgain = ({ form, pathname, t }: Visit): View =>
  reading(
    t.writing.editComment,
    <Form action={pathname}>
      <input type="hidden" name="next" value={valueOf(form.values, "next")} />
      <Area name="content" label={t.writing.comment} />
      <button>{t.writing.save}</button>
    </Form>
  )

export const routes = Effect.gen(function* () {
  const comments = yield* Comments
  const follows = yield* Follows
  const likes = yield* Likes
  const posts = yield* Posts
  const threads = yield* makeThreads
  return [
    page({
      path: "/posts/:id",
      twin: "posts.get",
      policy: cachePolicies["posts.get"],
      show: (visit) => threads.view(visit)
    }),
    action({
      path: "/posts/:id/comments",
      twin: "comments.create",
      payload: ({ content }) => ({ content }),
      send: (visit, payload) => {
        if (isPreparatory(visit.form.values)) return threads.preview(visit)
        return Effect.gen(function* () {
          const { id } = yield* comments.create(visit.path.id, payload)
          const { pagination } = yield* comments.list(visit.path.id, { limit: 1 })
          const page = Math.max(1, Math.ceil(pagination.total / commentsOfPage))
          return { location: `/posts/${visit.path.id}${page === 1 ? "" : `?page=${page}`}#comment-${id}` }
        })
      },
      again: (visit) => threads.view(visit)
    }),
    action({
      path: "/comments/:id/edit",
      twin: "comments.update",
      payload: ({ content }) => ({ content }),
      send: (visit, payload) =>
        Effect.map(comments.change(visit.path.id, payload), ({ id, postId }) => ({
          location: backFrom({ ...visit, pathname: `/posts/${postId}/#comment-${id}` })
        })),
      again: (visit) => Effect.succeed(editAgain(visit))
    }),
    action({
      path: "/comments/:id/delete",
      twin: "comments.remove",
      send: (visit) => Effect.as(comments.remove(visit.path.id), { location: backFrom(visit) })
    }),
    action({
      path: "/posts/:id/delete",
      twin: "posts.remove",
      send: (visit) => Effect.as(posts.remove(visit.path.id), { location: "/posts?done=deleted" })
    }),
    action({
      path: "/posts/:id/like",
      twin: "likes.give",
      send: (visit) =>
        Effect.as(likes.set(visit.path.id, visit.form.values["like"] !== "no"), {
          location: backFrom(visit)
        })
    }),
    action({
      path: "/posts/:id/follow",
      twin: "follows.followPost",
      send: (visit) => changeFollow(visit, follows.followPost(visit.path.id), follows.unfollowPost(visit.path.id))
    })
  ]
})
