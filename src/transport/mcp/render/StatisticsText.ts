import type { Statistics } from "../../../domain/Statistics.ts"
import { lines, quantity } from "./Lines.ts"

const listOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")

export const statisticsText = (statistics: typeof Statistics.Encoded): string =>
  lines(
    `${quantity(statistics.users, "member")}, ${quantity(statistics.experts, "expert")} among them; ` +
      `${statistics.activeUsers30d} active in the last 30 days.`,
    `${quantity(statistics.posts, "post")} (${listOf(statistics.postsByCategory)}), ` +
      `${quantity(statistics.comments, "comment")}, ${quantity(statistics.likes, "like")}.`,
    `${quantity(statistics.news, "news item")} (${listOf(statistics.newsByCategory)}); ${quantity(statistics.diseases, "disease")}.`
  )
