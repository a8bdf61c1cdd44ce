import { Array, DateTime } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { PostCategory } from "../../domain/posts/Post.ts"
import { weekOf } from "../../domain/Weeks.ts"
import { StatisticsRepo } from "../../ports/StatisticsRepo.ts"
import { listedPosts } from "./posts/SearchPosts.ts"
import { inMemory } from "./Store.ts"
import type { Tables } from "./Tables.ts"
import { isPublic } from "./Views.ts"

/** The numbers of rows by week, from a time on. */
const byWeek = (rows: Iterable<{ readonly createdAt: DateTime.Utc }>, since: DateTime.Utc) => {
  const counts = new Map<string, number>()
  for (const { createdAt } of rows) {
    const week = weekOf(createdAt)
    if (DateTime.greaterThanOrEqualTo(createdAt, since)) counts.set(week, (counts.get(week) ?? 0) + 1)
  }
  return counts
}

const weeksOf = (tables: Tables, since: DateTime.Utc) => {
  const [members, posts, comments, questions, answered] = [
    byWeek(
      tables.users.where(({ id }) => id !== formerMember.id),
      since
    ),
    byWeek(tables.posts.where(isPublic), since),
    byWeek(
      tables.comments.where(({ postId }) => isPublic(tables.posts.get(postId))),
      since
    ),
    byWeek(listedPosts(tables, { category: "question", audience: "everyone" }), since),
    byWeek(listedPosts(tables, { category: "question", audience: "everyone", answered: true }), since)
  ]
  return Array.dedupe([members, posts, comments].flatMap((counts) => Array.fromIterable(counts.keys()))).map(
    (week) => ({
      week,
      members: members.get(week) ?? 0,
      posts: posts.get(week) ?? 0,
      comments: comments.get(week) ?? 0,
      questions: questions.get(week) ?? 0,
      answered: answered.get(week) ?? 0
    })
  )
}

export const layer = inMemory(StatisticsRepo, ({ read }) => ({
  counts: read(({ comments, diseases, likes, news, posts, users }) => {
    const postsOf = (category: PostCategory) => posts.count((post) => isPublic(post) && post.category === category)
    const newsOf = (category: NewsCategory) => news.count((item) => item.category === category)
    return {
      users: users.count(({ id }) => id !== formerMember.id),
      experts: users.count(({ role }) => role === "expert"),
      posts: posts.count(isPublic),
      comments: comments.count(({ postId }) => isPublic(posts.get(postId))),
      likes: likes.count(({ postId }) => isPublic(posts.get(postId))),
      diseases: diseases.count(({ retired }) => !retired),
      news: news.size,
      postsByCategory: {
        topic: postsOf("topic"),
        experience: postsOf("experience"),
        question: postsOf("question")
      },
      newsByCategory: {
        research: newsOf("research"),
        policy: newsOf("policy"),
        patient_story: newsOf("patient_story"),
        drug_approval: newsOf("drug_approval")
      }
    }
  }),

  active: (since) => read(({ users }) => users.count(({ activeAt }) => DateTime.greaterThanOrEqualTo(activeAt, since))),

  weeks: (since) => read((tables) => weeksOf(tables, since))
}))
