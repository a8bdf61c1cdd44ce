import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { CommentId } from "../domain/Ids.ts"
import {
  Comment,
  CommentChange,
  CommentPage,
  CommentRemoved,
  commentsShown,
  NewComment
} from "../domain/posts/Comment.ts"
import { RevisionList } from "../domain/posts/Revision.ts"
import { Anyone, CountsAs, SignedIn } from "./Access.ts"
import { comment, Example, pageWith, revision } from "./document/Samples.ts"
import { PostPath } from "./PostsApi.ts"
import { decimal, pageQuery } from "./Query.ts"
import { Forbidden, NotFound } from "./WireErrors.ts"

export const CommentPath = Schema.Struct({ id: decimal(CommentId) })

/** Comments on posts (spec, Post endpoints). */
export class CommentsApi extends HttpApiGroup.make("comments")
  .add(
    HttpApiEndpoint.get("list", "/posts/:id/comments")
      .setPath(PostPath)
      .setUrlParams(Schema.Struct(pageQuery(commentsShown)))
      .addSuccess(CommentPage)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "List the comments of a post")
      .annotate(
        OpenApi.Description,
        "One page of comments, oldest first. A page also ends at 1 MB, with fewer comments than `limit` and `hasMore`: go on " +
          "with `nextCursor`. A page by number begins where `limit` comments each would have ended: there a smaller `limit` shows the rest."
      )
      .annotate(Example, { response: pageWith(comment) })
  )
  .add(
    HttpApiEndpoint.post("create", "/posts/:id/comments")
      .setPath(PostPath)
      .setPayload(NewComment)
      .addSuccess(Comment, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(CountsAs, ["write", "comment"])
      .annotate(OpenApi.Summary, "Comment on a post")
      .annotate(
        OpenApi.Description,
        "Content is Markdown (GFM). The post's author is notified, unless it is the caller. A member whom the author blocks gets 403, and so does everybody on a locked post."
      )
      .annotate(Example, { request: { content: comment.content }, response: comment })
  )
  .add(
    HttpApiEndpoint.patch("update", "/comments/:id")
      .setPath(CommentPath)
      .setPayload(CommentChange)
      .addSuccess(Comment)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Change a comment")
      .annotate(
        OpenApi.Description,
        "For its author and admins. The text is filtered as that of a new comment. Nobody is notified."
      )
      .annotate(Example, { request: { content: comment.content }, response: comment })
  )
  .add(
    HttpApiEndpoint.get("revisions", "/comments/:id/revisions")
      .setPath(CommentPath)
      .addSuccess(RevisionList)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read the earlier texts of a comment")
      .annotate(OpenApi.Description, "For its author and moderators: the texts before each change, newest first.")
      .annotate(Example, { response: { data: [{ ...revision, title: undefined }] } })
  )
  .add(
    HttpApiEndpoint.del("remove", "/comments/:id")
      .setPath(CommentPath)
      .addSuccess(CommentRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Delete a comment")
      .annotate(OpenApi.Description, "For its author and admins. Deletes the notification about it too.")
      .annotate(Example, { response: { deleted: true, id: 54 } })
  )
  .annotateContext(OpenApi.annotations({ title: "Comments", description: "Comments of members on a post." }))
  .prefix("/api") {}
