import { Context, Option, Predicate, Record } from "effect"

/** The example of an endpoint: its successful response, and its request where it has a body. */
export class Example extends Context.Tag("api/document/Example")<
  Example,
  { readonly response: unknown; readonly request?: unknown }
>() {}

/** Adds an example to each media type of a request or response that has none of its own. */
const withExample = (part: unknown, example: unknown): unknown =>
  example !== undefined && Predicate.isRecord(part) && Predicate.isRecord(part["content"])
    ? {
        ...part,
        content: Record.map(part["content"], (media) => (Predicate.isRecord(media) ? { example, ...media } : media))
      }
    : part

export const withExamples = (
  operation: Record<string, unknown>,
  annotations: Context.Context<never>
): Record<string, unknown> => {
  const { request, response } = Option.getOrElse(Context.getOption(annotations, Example), () => ({
    request: undefined,
    response: undefined
  }))
  const responses = Predicate.isRecord(operation["responses"]) ? operation["responses"] : {}
  return {
    ...operation,
    requestBody: withExample(operation["requestBody"], request),
    responses: Record.map(responses, (part, status) => (status.startsWith("2") ? withExample(part, response) : part))
  }
}

/** The records in the document's examples, which form one small story. */

const maria = { id: 7, username: "maria_zebra", role: "user" } as const
const mariaAsAuthor = { ...maria, verified: false, kind: "human" } as const
const lindAsAuthor = {
  id: 9,
  username: "dr_lind",
  role: "expert",
  verified: true,
  verifiedAs: "cardiologist, Charité",
  kind: "human"
} as const
const time = "2026-11-20T09:30:00.000Z"

export const user = {
  ...maria,
  bio: "Living with **Marfan syndrome** since 1990.",
  bioHtml: "<p>Living with <strong>Marfan syndrome</strong> since 1990.</p>",
  verified: null,
  createdAt: time
} as const

export const verified = { by: { id: 1, username: "admin" }, at: time, as: lindAsAuthor.verifiedAs } as const

export const suspended = { at: time, until: "2030-01-01T00:00:00.000Z", reason: "Spam in many posts." } as const

export const disease = { id: 12, name: "Marfan syndrome" } as const

export const userDetail = { ...user, diseaseIds: [12], diseases: [disease], postCount: 3 } as const

export const signedIn = {
  user: { ...userDetail, email: "maria@example.org" },
  token: "4fQ0bXkT9mZc2VwYh7RrLd1sNp8uEaGj",
  expiresIn: 86400
} as const

export const post = {
  id: 31,
  title: "How did you find a specialist?",
  excerpt: "We waited six years for a name. What helped you?",
  language: "en",
  category: "question",
  diseaseId: 12,
  disease,
  author: mariaAsAuthor,
  authorRole: "user",
  viewCount: 128,
  replyCount: 1,
  likeCount: 4,
  helpedCount: 1,
  createdAt: time,
  updatedAt: time,
  editedAt: null,
  locked: false,
  audience: "everyone"
} as const

export const postDetail = {
  ...post,
  content: "We waited **six years** for a name. What helped you?",
  contentHtml: "<p>We waited <strong>six years</strong> for a name. What helped you?</p>",
  liked: false
} as const

export const comment = {
  id: 54,
  postId: 31,
  content: "The reference network of our country answered in a week.",
  contentHtml: "<p>The reference network of our country answered in a week.</p>",
  language: "en",
  author: lindAsAuthor,
  authorRole: "expert",
  replyTo: { id: 51, author: { id: maria.id, username: maria.username } },
  likeCount: 2,
  liked: false,
  helped: true,
  createdAt: time,
  updatedAt: time,
  editedAt: null
} as const

export const revision = {
  title: post.title,
  content: "We waited six years for a name.",
  createdAt: time,
  by: { id: maria.id, username: maria.username }
} as const

export const translation = {
  language: "en",
  to: "de",
  title: "Wie haben Sie eine Fachärztin gefunden?",
  content: "Wir haben **sechs Jahre** auf einen Namen gewartet.",
  contentHtml: "<p>Wir haben <strong>sechs Jahre</strong> auf einen Namen gewartet.</p>",
  engine: "LibreTranslate",
  createdAt: time
} as const

export const news = {
  id: 3,
  title: "Sample: A registry opens to patients",
  summary: "An invented item that shows the form of news here.",
  category: "research",
  source: "Sample newsroom",
  sourceUrl: "https://example.org/news/registry",
  publishedAt: time,
  diseases: [disease]
} as const

export const diseaseDetail = {
  ...disease,
  synonyms: ["Marfan's syndrome", "MFS"],
  codes: { orpha: ["ORPHA:558"], omim: ["OMIM:154700"], mondo: ["MONDO:0007947"] },
  categories: [{ id: 2, name: "Rare developmental defect during embryogenesis" }],
  postCount: 17
} as const

export const notification = {
  id: 88,
  type: "comment",
  read: false,
  createdAt: time,
  actor: lindAsAuthor,
  post: { id: 31, title: post.title },
  comment: { id: 54, excerpt: comment.content },
  message: 'dr_lind commented on your post "How did you find a specialist?"'
} as const

export const statistics = {
  users: 1204,
  experts: 57,
  posts: 3310,
  comments: 18245,
  likes: 9120,
  diseases: 165,
  news: 18,
  postsByCategory: { topic: 1410, experience: 1200, question: 700 },
  newsByCategory: { research: 5, policy: 5, patient_story: 4, drug_approval: 4 },
  activeUsers30d: 611,
  generatedAt: time
} as const

export const moderationQueue = {
  reports: 2,
  danger: 1,
  appeals: 0,
  verificationRequests: 0,
  oldestAt: "2026-01-02T03:04:05.678Z"
} as const

export const moderationHealth = {
  queue: moderationQueue,
  waitingQuestions: 3,
  weeks: [
    { week: "2025-11-24", members: null, posts: 9, comments: 41, answeredShare: 0.75 },
    { week: "2026-11-16", members: 12, posts: 14, comments: 63, answeredShare: null }
  ],
  backup: { at: time, bytes: 48_211_907 },
  versions: {
    server: "0.3.0",
    catalogue: "2026-08-04-e79b49d82e1b",
    phenotypes: { hpo: "2025-05-06", orphanet: "1.3.42" }
  },
  unsent: { mail: 0, push: 2, webhooks: 0 }
} as const

export const decision = {
  id: 21,
  target: { type: "comment", id: 54 },
  action: "hide",
  excerpt: "Stop the tablets and take this instead.",
  rule: "No medical advice against a treatment",
  reason: "It tells readers to stop a prescribed treatment.",
  automated: false,
  until: null,
  createdAt: time,
  appeal: null
} as const

export const appeal = {
  text: "I quoted my doctor, and said so.",
  createdAt: time,
  outcome: null,
  reason: null,
  decidedAt: null
} as const

export const report = {
  id: 13,
  target: { type: "comment", id: 54 },
  reason: "misinformation",
  text: "It names a dose that can kill.",
  status: "open",
  createdAt: time,
  decision: null
} as const

export const createdAt = time

export const pageWith = (item: unknown) => ({
  data: [item],
  pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false }
})
