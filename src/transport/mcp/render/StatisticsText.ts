import type { Statistics } from "../../../domain/Statistics.ts"
import { counted, lines } from "./Lines.ts"

const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")

export const statisticsText = (statistics: typeof Statistics.Encoded): string =>
  lines(
    `${counted(statistics.users, "member")}, ${counted(statistics.experts, "expert")} among them; ` +
      `${statistics.activeUsers30d} active in the last 30 days.`,
    `${counted(statistics.posts, "post")} (${listed(statistics.postsByCategory)}), ` +
      `${counted(statistics.comments, "comment")}, ${counted(statistics.likes, "like")}.`,
    `${counted(statistics.news, "news item")} (${listed(statistics.newsByCategory)}); ${counted(statistics.diseases, "disease")}.`
  )
