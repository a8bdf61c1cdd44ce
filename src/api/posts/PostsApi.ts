import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { maxFamilySubtypes } from "@rare-disease-community/names/Limits"
import { Schema } from "effect"
import { AuthorKind } from "../../domain/accounts/User.ts"
import { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import { LanguageTag, TargetLanguage } from "../../domain/Language.ts"
import { Audience } from "../../domain/posts/Audience.ts"
import { firstComments } from "../../domain/posts/Comment.ts"
import {
  maxPostsFound,
  NewPost,
  PostCategory,
  PostChange,
  PostDetail,
  PostPage,
  PostRemoved,
  PostSort,
  PostWithComments
} from "../../domain/posts/Post.ts"
import { RevisionList } from "../../domain/posts/Revision.ts"
import { maxTranslationSeconds, maxTranslationsPerMinute, Translation } from "../../domain/posts/Translation.ts"
import { Anyone, CountsAs, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { comment, Example, pageWith, post, postDetail, revision, translation } from "../document/Samples.ts"
import { Keeps, ownWithViews, postLists, ShowsPosts } from "../Keeps.ts"
import { decimal, optional, pageQuery, SearchQuery, Yes } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

export const PostPath = Schema.Struct({ id: decimal(PostId) })

/** The description that the endpoints for translations of posts and of comments share. */
export const translationRules =
  "Translated by machine: code, addresses, names of members and diseases stay. New translations are for whoever is signed " +
  `in, ${maxTranslationsPerMinute} a minute; others read those that are stored, else 401. 403 where the server has no ` +
  "engine or the author keeps the text out, 409 for a text in this language, 503 when the engine fails, " +
  `after ${maxTranslationSeconds} s at most.`

export const TranslationQuery = Schema.Struct({
  to: TargetLanguage.annotations({ description: "The language to translate into, a BCP 47 tag such as `de`." })
})

export const PostQuery = Schema.Struct({
  ...pageQuery(),
  authorId: optional(decimal(UserId), { description: "Only posts of this member." }),
  authorKind: optional(AuthorKind, {
    description: "Only posts by humans, or only those that were written or changed with an agent's key."
  }),
  diseaseId: optional(decimal(DiseaseId), { description: "Only posts filed under this disease." }),
  category: optional(PostCategory, { description: "Only posts of this category." }),
  language: optional(LanguageTag, { description: "Only posts in this language, a BCP 47 tag such as `pt`." }),
  answered: optional(Yes, {
    description:
      "`false`: only posts of which no comment helped the author and none is by a verified member; `true`: only the others."
  }),
  includeDescendants: optional(Yes, {
    description: "Includes posts filed under subtypes of `diseaseId`.",
    unset: false
  }),
  includeRelated: optional(Yes, {
    description:
      "After the posts about `diseaseId` and its subtypes, lists those about its groups and the other forms of these, " +
      `each with \`related: true\`. A group is a supertype of any level with at most ${maxFamilySubtypes} subtypes.`,
    unset: false
  }),
  audience: optional(Audience, {
    description: "Posts for these readers: of those that the caller may read."
  }),
  sort: optional(PostSort, {
    description:
      "`relevance` (the default with `search`, 400 without), `date` (the default otherwise), `views` or `replies`, " +
      "descending. A post whose count changes may come twice, or not at all, to whoever walks by `views` or `replies`."
  }),
  search: optional(SearchQuery, {
    description:
      'Words that must all occur, in any form, in title, content or comments; the last may be half typed. `"a phrase"` ' +
      "is found as it is, `-word` excludes a word, `word*` matches a beginning. The name of a disease, any of its names, also " +
      "finds its other names and the posts filed under it or its subtypes; half a name finds these, after all others."
  })
})

const manyPosts = maxPostsFound.toLocaleString("en")

/** Posts (spec, Post endpoints). */
export class PostsApi extends HttpApiGroup.make("posts")
  .add(
    HttpApiEndpoint.get("list", "/posts")
      .annotate(Keeps, postLists)
      .annotate(ShowsPosts, true)
      .setUrlParams(PostQuery)
      .addSuccess(PostPage)
      .addError(Forbidden.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "List and search posts")
      .annotate(
        OpenApi.Description,
        "One page of posts, newest first, or with `search` the best first, unless `sort` says otherwise. Of a search that " +
          `finds more than ${manyPosts} posts the best of the newest can be paged through: \`total\` is ${manyPosts} then and ` +
          "`totalExact` is false. Where nothing is found for words with typing errors, the answer has the results for " +
          "`suggestion`, which corrects them by the words of the community and of names of diseases; else the posts that have " +
          "most of the words, or any, each with `partial: true` and the words that it lacks in `missing`. Words such as " +
          "`how do I` are left out."
      )
      .annotate(Example, { response: pageWith(post) })
  )
  .add(
    HttpApiEndpoint.get("get", "/posts/:id")
      .annotate(Keeps, ownWithViews)
      .annotate(ShowsPosts, true)
      .setPath(PostPath)
      .addSuccess(PostWithComments)
      .addError(NotFound.wire)
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read a post")
      .annotate(
        OpenApi.Description,
        `The post with its ${firstComments}, oldest first. Counts as a view; HEAD does not. ` +
          "A hidden post is 404 except for its author and moderators, who see `hidden: true` and the decision."
      )
      .annotate(Example, { response: { ...postDetail, comments: [comment] } })
  )
  .add(
    HttpApiEndpoint.post("create", "/posts")
      .setPayload(body(NewPost))
      .addSuccess(PostDetail, { status: 201 })
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(CountsAs, ["write", "post"])
      .annotate(OpenApi.Summary, "Publish a post")
      .annotate(
        OpenApi.Description,
        "Content is Markdown (GFM); raw HTML and dangerous URLs are cut out. An unknown `diseaseId` is 400. An `audience` other than `everyone` " +
          "needs the scope `members` of a key (403), and audiences that are on (400). " +
          "The first posts of a new member may be `hidden` until a moderator has seen them."
      )
      .annotate(Example, {
        request: { title: post.title, content: postDetail.content, category: "question", diseaseId: 12 },
        response: postDetail
      })
  )
  .add(
    HttpApiEndpoint.patch("update", "/posts/:id")
      .setPath(PostPath)
      .setPayload(body(PostChange))
      .addSuccess(PostDetail)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Change a post")
      .annotate(
        OpenApi.Description,
        "For its author and admins. Absent fields stay; `diseaseId: null` clears it. A post can be shown to fewer at any time, and to more while nobody " +
          "but its author has commented (409). The members whom a new text mentions for " +
          "the first time are notified."
      )
      .annotate(Example, { request: { category: "experience" }, response: { ...postDetail, category: "experience" } })
  )
  .add(
    HttpApiEndpoint.get("translation", "/posts/:id/translation")
      .annotate(ShowsPosts, true)
      .setPath(PostPath)
      .setUrlParams(TranslationQuery)
      .addSuccess(Translation)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
      .middleware(Anyone)
      .annotate(OpenApi.Summary, "Read a post in another language")
      .annotate(OpenApi.Description, translationRules)
      .annotate(Example, { response: translation })
  )
  .add(
    HttpApiEndpoint.get("revisions", "/posts/:id/revisions")
      .annotate(ShowsPosts, true)
      .setPath(PostPath)
      .addSuccess(RevisionList)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read the earlier texts of a post")
      .annotate(
        OpenApi.Description,
        "For its author and moderators: titles and contents before each change, newest first."
      )
      .annotate(Example, { response: { data: [revision] } })
  )
  .add(
    HttpApiEndpoint.del("remove", "/posts/:id")
      .setPath(PostPath)
      .addSuccess(PostRemoved)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Delete a post")
      .annotate(
        OpenApi.Description,
        "For its author and admins. Deletes its comments, its likes and the notifications about it too."
      )
      .annotate(Example, { response: { deleted: true, id: 31 } })
  )
  .annotateContext(OpenApi.annotations({ title: "Posts", description: "Posts of the community." }))
  .prefix("/api") {}
