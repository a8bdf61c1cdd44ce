import { RpcGroup } from "@effect/rpc"
import { NestedTooDeep, TooCostly } from "@rare-disease-community/markdown/Refusals"
import { Schema } from "effect"
import { NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import {
  DiseaseDetail,
  DiseaseFilterClash,
  DiseaseNotFound,
  DiseasePage,
  NothingToFind,
  UnknownDiseases
} from "../../domain/diseases/Disease.ts"
import { IdempotencyConflict } from "../../domain/Idempotency.ts"
import { CategoryId, CommentId, NewsId, NotificationId, PostId } from "../../domain/Ids.ts"
import { LanguageCode } from "../../domain/Language.ts"
import { NewsCategory, NewsDetail, NewsNotFound, NewsPage } from "../../domain/news/News.ts"
import { maxMarkedAtOnce, NotificationList, NotificationsRead } from "../../domain/notifications/Notification.ts"
import { InvalidCursor, PageLimit, PageNumber } from "../../domain/Page.ts"
import { maxSymptoms, PhenotypesMisused } from "../../domain/phenotypes/Phenotype.ts"
import { Audience, AudienceRefused, AudienceWidened } from "../../domain/posts/Audience.ts"
import { Comment, commentsShown, NewComment, UnknownReplyTo } from "../../domain/posts/Comment.ts"
import { LikeToggled } from "../../domain/posts/Like.ts"
import {
  NewPost,
  NothingToRank,
  PostDetail,
  PostNotFound,
  PostPage,
  PostRemoved,
  PostWithComments
} from "../../domain/posts/Post.ts"
import { maxDraftCharacters, NothingToCompare, SimilarDiscussions, similarLimits } from "../../domain/posts/Similar.ts"
import { Statistics } from "../../domain/Statistics.ts"
import { InvalidText, LeakFound, maxSearchCharacters, requiredText, text } from "../../domain/Text.ts"
import { Offset, SearchQuery } from "../Query.ts"
import { ReportContent } from "./ReportContent.ts"
import { tool } from "./Tool.ts"
import {
  cursor,
  diseaseId,
  diseaseRef,
  idempotent,
  limit,
  numberOf,
  optional,
  optionalInWrite,
  optionInWrite,
  pages,
  phenotypes,
  postFilter,
  unlessEmpty,
  yesOrNo
} from "./ToolArguments.ts"

const postId = numberOf(PostId).annotations({ description: "The id of the post, from a list or search." })

export const SearchCommunity = tool("search_community", {
  of: "posts.list",
  title: "Search the community",
  description:
    "Finds posts by words in them and in their comments, or by any name of a disease, best first. Use it before you ask " +
    "or post something. Misspelt words are corrected; where no post has all words, the nearest follow. Read one with get_post.",
  payload: {
    query: requiredText(maxSearchCharacters).annotations({
      description:
        'Words that must all be there, in any form. "a phrase", -word (not there) and word* (begins so) work. Any name ' +
        "of a disease also finds its other names and the posts filed under it."
    }),
    ...postFilter,
    ...pages("posts")
  },
  success: PostPage,
  errors: [InvalidCursor]
})

export const ListPosts = tool("list_posts", {
  of: "posts.list",
  title: "List posts",
  description:
    "Lists posts, newest first, of a category, a disease or an author. Use it to see what the community talks about; " +
    "search_community looks for words.",
  payload: {
    ...postFilter,
    search: optional(SearchQuery, "As query of search_community."),
    ...pages("posts")
  },
  success: PostPage,
  errors: [InvalidCursor, NothingToRank]
})

/** `GET /api/posts/:id`, its comments paged. */
export const GetPost = tool("get_post", {
  of: "posts.get",
  title: "Read a post",
  description:
    "Reads a post in full with its comments, oldest first; the text puts those of a page that helped first. replyCount is " +
    "their number. Use it before you reply with reply_to_post.",
  payload: {
    postId,
    page: optional(numberOf(PageNumber), "The page of comments, from 1."),
    limit: optional(
      numberOf(PageLimit),
      `At most ${commentsShown}. A page may hold fewer: then ask for pages of that length.`
    )
  },
  success: PostWithComments,
  errors: [PostNotFound]
})

const ofTexts = [IdempotencyConflict, NestedTooDeep, TooCostly, InvalidText, LeakFound] as const

export const CreatePost = tool("create_post", {
  of: "posts.create",
  title: "Publish a post",
  description:
    "Publishes a post in the name of the signed-in member. Use it only when they want to publish, after " +
    "find_similar_discussions with the draft showed no thread that answers it. Markdown (GFM) is kept, raw HTML cut out.",
  writes: {},
  payload: {
    ...NewPost.fields,
    audience: optionalInWrite(Audience, "By default everyone."),
    diseaseId: optionInWrite(diseaseId, "The disease that it is about."),
    ...idempotent
  },
  success: PostDetail,
  errors: [...ofTexts, AudienceRefused, UnknownDiseases]
})

export const ReplyToPost = tool("reply_to_post", {
  of: "comments.create",
  title: "Reply to a post",
  description: "Adds a comment to a post in the name of the signed-in member, and notifies its author.",
  writes: {},
  payload: {
    postId,
    ...NewComment.fields,
    replyTo: optionInWrite(numberOf(CommentId), "The comment that it answers."),
    audience: optionInWrite(Audience, "The post's, as you read it."),
    ...idempotent
  },
  success: Comment,
  errors: [...ofTexts, UnknownReplyTo, AudienceWidened, PostNotFound, NotAllowed]
})

/** `POST /api/posts/:id/like`; with `liked` `PUT` and `DELETE`. */
export const LikePost = tool("like_post", {
  of: "likes.toggle",
  title: "Like a post, or take the like back",
  description: "Likes a post as the signed-in member, or takes the like back, and says which.",
  writes: {},
  payload: {
    postId,
    liked: optionalInWrite(yesOrNo, "Whether the member likes the post afterwards. Toggles if omitted."),
    ...idempotent
  },
  success: LikeToggled,
  errors: [IdempotencyConflict, PostNotFound, NotAllowed]
})

export const DeletePost = tool("delete_post", {
  of: "posts.remove",
  title: "Delete a post",
  description:
    "Deletes a post of the signed-in member with its comments and likes, for ever. Use it only when they want it, and " +
    "ask them first.",
  writes: { destructive: true, idempotent: true },
  payload: { postId, ...idempotent },
  success: PostRemoved,
  errors: [IdempotencyConflict, PostNotFound, NotAllowed]
})

export const BrowseNews = tool("browse_news", {
  of: "news.list",
  title: "Browse news",
  description:
    "Lists news about rare diseases, newest first: research, policy, drug approvals and patients' stories. Read an item with get_news.",
  payload: {
    category: optional(NewsCategory, "Only news of this category."),
    diseaseId: optional(diseaseId, "Only news about this disease (id by find_diseases)."),
    search: optional(SearchQuery, "Only news with these words, as they are spelt, or about a disease named here."),
    ...pages("items")
  },
  success: NewsPage,
  errors: [InvalidCursor]
})

export const GetNews = tool("get_news", {
  of: "news.get",
  title: "Read a news item",
  description: "Reads a news item in full, with the diseases it is about. Use it after browse_news.",
  payload: { newsId: numberOf(NewsId).annotations({ description: "The id of the item, from browse_news." }) },
  success: NewsDetail,
  errors: [NewsNotFound]
})

/** `GET /api/diseases`, and `GET /api/diseases/:id` with `diseaseId`. */
export const FindDiseases = tool("find_diseases", {
  of: "diseases.list",
  title: "Find diseases",
  description:
    "Finds rare diseases by name, also misspelt, code, gene or signs. Use it first whenever one is named, and pass its id " +
    "as diseaseId to the other tools. With diseaseId: all that is known of one. It needs one argument at least.",
  payload: {
    diseaseId: unlessEmpty(diseaseRef),
    search: optional(SearchQuery, "A name, abbreviation, code or gene, in any spelling; or signs in everyday words."),
    symptoms: optional(text(maxSymptoms), "Signs in the patient's words, any language: ranks diseases. No diagnosis."),
    phenotypes,
    includeDescendants: optional(yesOrNo, "With the subtypes of diseases found by their whole name or code."),
    category: optional(numberOf(CategoryId), "Only this category (id by categories)."),
    categories: optional(yesOrNo, "Lists the categories too."),
    lang: optional(LanguageCode, "Language of symptoms and of localName, such as fr."),
    ...pages("diseases")
  },
  success: Schema.Union(DiseasePage, DiseaseDetail),
  errors: [InvalidCursor, DiseaseFilterClash, DiseaseNotFound, NothingToFind, PhenotypesMisused]
})

export const GetCommunityStats = tool("get_community_stats", {
  of: "statistics.get",
  title: "Count the community",
  description: "Tells how many members, posts, comments, diseases and news there are, exactly.",
  payload: {},
  success: Statistics,
  errors: []
})

export const GetNotifications = tool("get_notifications", {
  of: "notifications.list",
  title: "View notifications",
  description:
    "Lists comments, replies, mentions, likes, new posts, news and decisions for the signed-in member, newest first. Call " +
    "mark_notifications_read once they are dealt with.",
  payload: {
    unreadOnly: optional(yesOrNo, "Only those that are unread."),
    limit: limit("The most"),
    offset: optional(numberOf(Offset), "How many of the newest to skip."),
    cursor: cursor("offset")
  },
  success: NotificationList,
  errors: [InvalidCursor]
})

export const MarkNotificationsRead = tool("mark_notifications_read", {
  of: "notifications.markRead",
  title: "Mark notifications read",
  description:
    "Marks the listed notifications of the signed-in member as read, or all of them without notificationIds.",
  writes: { idempotent: true },
  payload: {
    notificationIds: optionalInWrite(
      Schema.Array(numberOf(NotificationId)).pipe(Schema.maxItems(maxMarkedAtOnce)),
      "Which ones; all unless said."
    ),
    ...idempotent
  },
  success: NotificationsRead,
  errors: [IdempotencyConflict]
})

export const FindSimilarDiscussions = tool("find_similar_discussions", {
  title: "Find similar discussions",
  description:
    "Finds threads like a text or a post, by their words and the disease they are about, with a score from 0 to 1 and " +
    "reasons. Use it with a draft before create_post, and with postId to lead somebody on.",
  payload: {
    text: optional(
      requiredText(maxDraftCharacters),
      "A draft or question to compare with; left out of account where postId is given."
    ),
    postId: optional(numberOf(PostId), "A post to compare with."),
    limit: limit("The most", similarLimits.usual, similarLimits.max)
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
  DeletePost,
  BrowseNews,
  GetNews,
  FindDiseases,
  GetCommunityStats,
  GetNotifications,
  MarkNotificationsRead,
  FindSimilarDiscussions,
  ReportContent
) {}
