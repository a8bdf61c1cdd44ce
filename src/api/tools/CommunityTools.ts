import { RpcGroup } from "@effect/rpc"
import { Schema } from "effect"
import { InvalidCursor } from "../../domain/Cursor.ts"
import {
  DiseaseDetail,
  DiseaseFilterClash,
  DiseaseNotFound,
  DiseasePage,
  UnknownDiseases
} from "../../domain/diseases/Disease.ts"
import { DiseaseCode } from "../../domain/diseases/DiseaseCode.ts"
import { CategoryId, DiseaseId, NewsId, NotificationId, PostId } from "../../domain/Ids.ts"
import { LeakFound } from "../../domain/LeakFound.ts"
import { NestedTooDeep, TooCostly } from "../../domain/Markdown.ts"
import { NotificationList, NotificationsRead } from "../../domain/Notification.ts"
import { NewsCategory, NewsDetail, NewsNotFound, NewsPage } from "../../domain/news/News.ts"
import { PageLimit, PageNumber } from "../../domain/Page.ts"
import { Comment, commentsShown, NewComment } from "../../domain/posts/Comment.ts"
import { LikeToggled } from "../../domain/posts/Like.ts"
import {
  NewPost,
  NothingToRank,
  PostDetail,
  PostNotFound,
  PostPage,
  PostWithComments
} from "../../domain/posts/Post.ts"
import { NothingToCompare, SimilarDiscussions } from "../../domain/posts/Similar.ts"
import { Statistics } from "../../domain/Statistics.ts"
import { InvalidText, requiredText, text } from "../../domain/Text.ts"
import { decimal } from "../Decimal.ts"
import { Offset } from "../Query.ts"
import { tool } from "./Tool.ts"
import { cursor, optional, pages, postFilter } from "./ToolArguments.ts"

const postId = PostId.annotations({ description: "The id of the post, as lists and searches tell it." })

export const SearchCommunity = tool("search_community", {
  title: "Search the community",
  description:
    "Finds posts by the words in them and in their comments, or by any name of a disease, best first. Use it before you " +
    "ask or post something, to see whether it has been discussed. With fewer words you find more; a typing error is " +
    "corrected, and suggestion says how. highlight shows what matched. Read a result with get_post; for all posts " +
    "about one disease pass its diseaseId (find_diseases tells it).",
  payload: {
    query: requiredText(500).annotations({
      description:
        'Words that title, content and comments hold, all of them, in any form; the last may be half typed. "a phrase" ' +
        "stands as it is, -word must not be found, word* begins so. The name of a disease, any of its names, also finds " +
        "its other names and what is filed under it."
    }),
    ...postFilter,
    ...pages("posts")
  },
  success: PostPage,
  errors: [InvalidCursor]
})

/** `GET /api/posts`. */
export const ListPosts = tool("list_posts", {
  title: "List posts",
  description:
    "Lists posts, newest first, narrowed to a category, a disease or an author. Use it to see what the community talks about; to " +
    "look for words use search_community. Read a post with get_post.",
  payload: {
    ...postFilter,
    search: optional(text(500), "Only posts that hold these words; search_community does the same."),
    ...pages("posts")
  },
  success: PostPage,
  errors: [InvalidCursor, NothingToRank]
})

/** `GET /api/posts/:id`, its comments paged. */
export const GetPost = tool("get_post", {
  title: "Read a post",
  description:
    "Reads a post in full with its comments, oldest first; it counts as a view. Use it before you reply. replyCount " +
    "tells how many comments there are: pass page and limit for more or fewer. Answer with reply_to_post, look for " +
    "related threads with find_similar_discussions.",
  payload: {
    postId,
    page: optional(PageNumber, "Which page of its comments, from 1."),
    limit: optional(PageLimit, `How many comments, ${commentsShown} unless said. Fewer cost you fewer tokens.`)
  },
  success: PostWithComments,
  errors: [PostNotFound]
})

/** `POST /api/posts`. */
export const CreatePost = tool("create_post", {
  title: "Publish a post",
  description:
    "Publishes a post in the name of the signed-in member. Use it only when they want to publish, after " +
    "find_similar_discussions with the draft as text showed no thread that answers it. Markdown (GFM) is kept, raw " +
    "HTML is cut out. File it under a disease with diseaseId (find_diseases tells it).",
  writes: { countsAs: ["post"] },
  payload: NewPost,
  success: PostDetail,
  errors: [NestedTooDeep, TooCostly, InvalidText, LeakFound, UnknownDiseases]
})

/** `POST /api/posts/:id/comments`. */
export const ReplyToPost = tool("reply_to_post", {
  title: "Reply to a post",
  description:
    "Adds a comment to a post in the name of the signed-in member, and notifies the post's author. Read the post and " +
    "its comments with get_post first. Each call adds another comment.",
  writes: { countsAs: ["comment"] },
  payload: { postId, content: NewComment.fields.content },
  success: Comment,
  errors: [NestedTooDeep, TooCostly, InvalidText, LeakFound, PostNotFound]
})

/** `POST /api/posts/:id/like`; with `liked` `PUT` and `DELETE`. */
export const LikePost = tool("like_post", {
  title: "Like a post, or take the like back",
  description:
    "Likes a post as the signed-in member, or takes the like back. The answer tells whether they like it now.",
  writes: {},
  payload: {
    postId,
    liked: optional(
      Schema.Boolean,
      "Whether they are to like it, so that a repeated call changes nothing. Toggles when absent."
    )
  },
  success: LikeToggled,
  errors: [PostNotFound]
})

/** `GET /api/news`. */
export const BrowseNews = tool("browse_news", {
  title: "Browse news",
  description:
    "Lists news about rare diseases, newest first, narrowed to a category, a disease or words. Use it for what is new in " +
    "research, policy and drug approvals, and for patients' stories. Read an item with get_news.",
  payload: {
    category: optional(NewsCategory, "Only news of this category: research, policy, patient_story or drug_approval."),
    diseaseId: optional(DiseaseId, "Only news about this disease; find_diseases tells the id."),
    search: optional(
      text(500),
      "Only news that hold these words, in any form, or that are about a disease named here; written as for search_community."
    ),
    ...pages("items")
  },
  success: NewsPage,
  errors: [InvalidCursor]
})

/** `GET /api/news/:id`. */
export const GetNews = tool("get_news", {
  title: "Read a news item",
  description: "Reads a news item in full, with the diseases it is about. browse_news tells the ids.",
  payload: { newsId: NewsId.annotations({ description: "The id of the item, as browse_news tells it." }) },
  success: NewsDetail,
  errors: [NewsNotFound]
})

/** A disease by its id, as a number or in digits, or by a code. */
const diseaseRef = Schema.Union(DiseaseId, decimal(DiseaseId), DiseaseCode).annotations({
  message: () => ({ message: "must be the id of a disease, or a code such as ORPHA:558", override: true }),
  jsonSchema: { anyOf: [{ type: "integer", minimum: 1, maximum: 2_147_483_647 }, { type: "string" }] }
})

/** `GET /api/diseases`, and `GET /api/diseases/:id` with `diseaseId`. */
export const FindDiseases = tool("find_diseases", {
  title: "Find diseases",
  description:
    "Finds rare diseases by name, also misspelt, by synonym, abbreviation, code, gene or what they do; matchedOn tells what matched. Use " +
    "it first whenever a disease is named, and pass its id as diseaseId to list_posts, search_community or create_post. " +
    "With diseaseId it tells all that is known of one disease: description, codes, genes, prevalence, subtypes, sources.",
  payload: {
    diseaseId: optional(
      diseaseRef,
      "One disease in full instead of a list: its id, or a code such as ORPHA:558 or OMIM:154700. Takes no other argument beside it."
    ),
    search: optional(
      text(500),
      "A name, synonym, abbreviation, code (ORPHA:558, OMIM:154700) or gene, whole or half typed, in any spelling; or in everyday words what the disease does."
    ),
    includeDescendants: optional(
      Schema.Boolean,
      "Whether the subtypes of what search finds by its whole name or code follow all it finds."
    ),
    category: optional(CategoryId, "Only diseases of this category; the ids come with categories."),
    categories: optional(Schema.Boolean, "Whether to list the categories too."),
    ...pages("diseases")
  },
  success: Schema.Union(DiseasePage, DiseaseDetail),
  errors: [InvalidCursor, DiseaseFilterClash, DiseaseNotFound]
})

/** `GET /api/stats`. */
export const GetCommunityStats = tool("get_community_stats", {
  title: "Count the community",
  description: "Tells how many members, posts, comments, diseases and news there are, exactly.",
  payload: {},
  success: Statistics,
  errors: []
})

/** `GET /api/notifications`. */
export const GetNotifications = tool("get_notifications", {
  title: "View notifications",
  description:
    "Lists what happened to the posts of the signed-in member, newest first: comments and likes. Read the post with " +
    "get_post, and call mark_notifications_read when they have been dealt with.",
  needsScope: "notifications",
  payload: {
    unreadOnly: optional(Schema.Boolean, "Only those that are unread."),
    limit: optional(PageLimit, "How many, 20 unless said, at most 100."),
    offset: optional(Offset, "How many of the newest to pass over."),
    cursor: cursor("offset")
  },
  success: NotificationList,
  errors: [InvalidCursor]
})

/** `PATCH /api/notifications`. */
export const MarkNotificationsRead = tool("mark_notifications_read", {
  title: "Mark notifications read",
  description:
    "Marks the listed notifications of the signed-in member as read, or all of them without notificationIds.",
  writes: { idempotent: true },
  needsScope: "notifications",
  payload: {
    notificationIds: optional(
      Schema.Array(NotificationId).pipe(Schema.maxItems(10_000)),
      "Which ones; all of them when this is absent."
    )
  },
  success: NotificationsRead,
  errors: []
})

export const FindSimilarDiscussions = tool("find_similar_discussions", {
  title: "Find similar discussions",
  description:
    "Finds threads like a text or a post, by what they say and by the disease they are about, each with a score from 0 " +
    "to 1 and reasons. Use it with a draft before create_post, and with postId to lead somebody on. Read a result " +
    "with get_post.",
  payload: {
    text: optional(requiredText(20_000), "A draft or a question to compare with."),
    postId: optional(PostId, "A post to compare with; it is never among the results."),
    limit: optional(PageLimit, "How many, 10 unless said, at most 50.")
  },
  success: SimilarDiscussions,
  errors: [NothingToCompare, PostNotFound]
})

/** The tools of agents, by their MCP names (spec, MCP tools). */
export class CommunityTools extends RpcGroup.make(
  SearchCommunity,
  ListPosts,
  GetPost,
  CreatePost,
  ReplyToPost,
  LikePost,
  BrowseNews,
  GetNews,
  FindDiseases,
  GetCommunityStats,
  GetNotifications,
  MarkNotificationsRead,
  FindSimilarDiscussions
) {}
