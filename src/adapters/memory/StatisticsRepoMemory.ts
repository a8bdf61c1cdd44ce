import { DateTime, Effect, HashMap, Layer } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { NewsCategory } from "../../domain/news/News.ts"
import type { PostCategory } from "../../domain/posts/Post.ts"
import { StatisticsRepo } from "../../ports/StatisticsRepo.ts"
import { Store } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  return StatisticsRepo.of({
    counts: Effect.map(store.tables, ({ comments, diseases, news, posts, users }) => {
      const postsOf = (category: PostCategory) => HashMap.countBy(posts.rows, (post) => post.category === category)
      const newsOf = (category: NewsCategory) => HashMap.countBy(news.rows, (item) => item.category === category)
      return {
        users: HashMap.countBy(users.rows, ({ id }) => id !== formerMember.id),
        experts: HashMap.countBy(users.rows, ({ role }) => role === "expert"),
        posts: HashMap.size(posts.rows),
        comments: HashMap.size(comments.rows),
        likes: HashMap.reduce(posts.rows, 0, (sum, { likedBy }) => sum + HashMap.size(likedBy)),
        diseases: HashMap.countBy(diseases.rows, ({ retired }) => !retired),
        news: HashMap.size(news.rows),
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

    active: (since) =>
      Effect.map(store.tables, ({ users }) =>
        HashMap.countBy(users.rows, ({ activeAt }) => DateTime.greaterThanOrEqualTo(activeAt, since))
      )
  })
})

/** The counts of the community in memory. */
export const layer = Layer.effect(StatisticsRepo, make)
