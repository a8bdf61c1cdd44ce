import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { CommentId } from "../../domain/Ids.ts"
import {
  Comment,
  CommentChange,
  CommentPage,
  CommentRemoved,
  commentsShown,
  HelpedState,
  NewComment
} from "../../domain/posts/Comment.ts"
import { LikeToggled } from "../../domain/posts/Like.ts"
import { maxTextsSize, RevisionList } from "../../domain/posts/Revision.ts"
import { Translation } from "../../domain/posts/Translation.ts"
import { Anyone, CountsAs, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { comment, Example, pageWith, revision, translation } from "../document/Samples.ts"
import { Keeps, ownUntilChanged, ShowsPosts } from "../Keeps.ts"
import { decimal, pageQuery } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"
import { PostPath, TranslationQuery, translationRules } from "./PostsApi.ts"

export const CommentPath = Schema.Struct({ id: decimal(CommentId) })

/** Comments on posts (spec, Post endpoints). */
export class CommentsApi extends HttpApiGroup.make("comments")
  .add(
    HttpApiEndpoint.get("list", "/posts/:id/comments")
      .annotate(Keeps, ownUntilChanged)
      .annotate(ShowsPosts, true)
      .setPath(PostPath)
      .setUrlParams(Schema.Struct(pageQuery(commentsShown)))
      .addSuccess(CommentPage)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "List the comments of a post")
      .annotate(
        OpenApi.Description,
        `One page of comments, oldest first. A page also ends at ${maxTextsSize}, with fewer comments than ` +
          "`limit` and `hasMore`: go on with `nextCursor`. A page by number begins where `limit` comments each would have ended: there a smaller `limit` shows the rest."
      )
      .annotate(Example, { response: pageWith(comment) })
  )
  .add(
    HttpApiEndpoint.post("create", "/posts/:id/comments")
      .setPath(PostPath)
      .setPayload(body(NewComment))
      .addSuccess(Comment, { status: 201 })
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .middleware(SignedIn)
      .annotate(CountsAs, ["write", "comment"])
      .annotate(OpenApi.Summary, "Comment on a post")
      .annotate(
        OpenApi.Description,
        "Content is Markdown (GFM). `replyTo` names the comment of the same post that it answers: another id is 400. The author of " +
          "that comment and the post's author are notified, unless it is the caller. A member whom the post's author blocks gets 403, and so does everybody on a locked post. A comment that was written for fewer readers than the post has now (`audience`) is 409."
      )
      .annotate(Example, { request: { content: comment.content, replyTo: comment.replyTo.id }, response: comment })
  )
  .add(
    HttpApiEndpoint.get("get", "/comments/:id")
      .annotate(Keeps, ownUntilChanged)
      .annotate(ShowsPosts, true)
      .setPath(CommentPath)
      .addSuccess(Comment)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read a comment")
      .annotate(OpenApi.Description, "One comment. A hidden or deleted one is 404.")
      .annotate(Example, { response: comment })
  )
  .add(
    HttpApiEndpoint.patch("update", "/comments/:id")
      .setPath(CommentPath)
      .setPayload(body(CommentChange))
      .addSuccess(Comment)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Change a comment")
      .annotate(
        OpenApi.Description,
        "For its author and admins. The text is filtered as that of a new comment. The members whom it mentions for the first " +
          "time are notified."
      )
      .annotate(Example, { request: { content: comment.content }, response: comment })
  )
  .add(
    HttpApiEndpoint.get("translation", "/comments/:id/translation")
      .annotate(ShowsPosts, true)
      .setPath(CommentPath)
      .setUrlParams(TranslationQuery)
      .addSuccess(Translation)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read a comment in another language")
      .annotate(OpenApi.Description, translationRules)
      .annotate(Example, { response: { ...translation, title: undefined } })
  )
  .add(
    HttpApiEndpoint.get("revisions", "/comments/:id/revisions")
      .annotate(ShowsPosts, true)
      .setPath(CommentPath)
      .addSuccess(RevisionList)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read the earlier texts of a comment")
      .annotate(OpenApi.Description, "For its author and moderators: the texts before each change, newest first.")
      .annotate(Example, { response: { data: [{ ...revision, title: undefined }] } })
  )
  .add(
    HttpApiEndpoint.put("markHelped", "/comments/:id/helped")
      .setPath(CommentPath)
      .addSuccess(HelpedState)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Mark a comment as one that helped")
      .annotate(
        OpenApi.Description,
        "For the author of the post, not on own comments (400). Notifies the author of the comment, the first time."
      )
      .annotate(Example, { response: { helped: true } })
  )
  .add(
    HttpApiEndpoint.del("unmarkHelped", "/comments/:id/helped")
      .setPath(CommentPath)
      .addSuccess(HelpedState)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Take back the mark that a comment helped")
      .annotate(OpenApi.Description, "For the author of the post.")
      .annotate(Example, { response: { helped: false } })
  )
  .add(
    HttpApiEndpoint.post("toggleLike", "/comments/:id/like")
      .setPath(CommentPath)
      .addSuccess(LikeToggled)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Like a comment, or take the like back")
      .annotate(
        OpenApi.Description,
        "Toggles the caller's like. The first like notifies the author, unless it is the caller; later ones do not. " +
          "A like of somebody whom the author of the comment blocks is 403."
      )
      .annotate(Example, { response: { liked: true, likeCount: 3 } })
  )
  .add(
    HttpApiEndpoint.put("like", "/comments/:id/like")
      .setPath(CommentPath)
      .addSuccess(LikeToggled)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Like a comment")
      .annotate(OpenApi.Description, "The caller likes the comment from now on.")
      .annotate(Example, { response: { liked: true, likeCount: 3 } })
  )
  .add(
    HttpApiEndpoint.del("takeLike", "/comments/:id/like")
      .setPath(CommentPath)
      .addSuccess(LikeToggled)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Take a like of a comment back")
      .annotate(OpenApi.Description, "The caller does not like the comment from now on.")
      .annotate(Example, { response: { liked: false, likeCount: 2 } })
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
