import { DateTime } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { PostCategory } from "../../domain/posts/Post.ts"
import { StatisticsRepo } from "../../ports/StatisticsRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(StatisticsRepo, ({ read }) => ({
  counts: read(({ comments, diseases, likes, news, posts, users }) => {
    const postsOf = (category: PostCategory) => posts.count((post) => post.category === category)
    const newsOf = (category: NewsCategory) => news.count((item) => item.category === category)
    return {
      users: users.count(({ id }) => id !== formerMember.id),
      experts: users.count(({ role }) => role === "expert"),
      posts: posts.size,
      comments: comments.size,
      likes: likes.count(({ postId }) => posts.has(postId)),
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

  active: (since) => read(({ users }) => users.count(({ activeAt }) => DateTime.greaterThanOrEqualTo(activeAt, since)))
}))
