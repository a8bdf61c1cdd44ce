import { Effect } from "effect"
import { sharedWithActivity } from "../../../../api/Keeps.ts"
import { NewsCategory } from "../../../../domain/news/News.ts"
import { PostCategory } from "../../../../domain/posts/Post.ts"
import type { Statistics as Counted } from "../../../../domain/Statistics.ts"
import type { WeekCounts } from "../../../../domain/Weeks.ts"
import { Statistics } from "../../../../services/Statistics.ts"
import { tagsOfStatistics } from "../../../wire/CacheTags.ts"
import { When } from "../../Components.tsx"
import { forAnyone, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { NumberTable } from "./NumberTable.tsx"
import { WeekChart } from "./WeekChart.tsx"

interface Counts {
  readonly counted: Counted
  readonly weeks: ReadonlyArray<WeekCounts>
}

const Page = ({ counted, weeks }: Counts) => {
  const request = useWebRequest()
  const { layout, statistics } = request.t
  const { newsByCategory, postsByCategory } = counted
  return (
    <>
      <h1>{layout.statistics}</h1>
      <p>
        {statistics.countedAt} <When at={counted.generatedAt} exact />
      </p>
      <div class="counts">
        <NumberTable
          id="members"
          title={layout.members}
          rows={[
            [statistics.all, counted.users],
            [statistics.experts, counted.experts],
            [statistics.active, counted.activeUsers30d]
          ]}
        />
        <NumberTable
          id="posts"
          title={statistics.texts}
          rows={[
            ...PostCategory.literals.map((one) => [statistics.posts[one], postsByCategory[one]] as const),
            [statistics.comments, counted.comments],
            [statistics.likesTitle, counted.likes]
          ]}
        />
        <NumberTable
          id="news"
          title={layout.news}
          rows={NewsCategory.literals.map((one) => [statistics.news[one], newsByCategory[one]])}
        />
        <NumberTable id="diseases" title={layout.diseases} rows={[[statistics.diseasesKnown, counted.diseases]]} />
      </div>
      <section aria-labelledby="weeks">
        <h2 id="weeks">{statistics.byWeek}</h2>
        <WeekChart
          id="weeks-posts"
          title={layout.posts}
          weeks={weeks.map(({ posts, week }) => ({ week, number: posts }))}
        />
        <WeekChart
          id="weeks-comments"
          title={statistics.comments}
          weeks={weeks.map(({ comments, week }) => ({ week, number: comments }))}
        />
      </section>
    </>
  )
}

export const routes = Effect.map(Statistics, (statistics) => [
  page({
    ...forAnyone,
    path: "/statistics",
    policy: sharedWithActivity,
    show: (request) =>
      Effect.map(Effect.all([statistics.now, statistics.weeks]), ([counted, weeks]) => ({
        title: request.t.layout.statistics,
        canonical: "/statistics",
        tags: tagsOfStatistics(),
        body: <Page counted={counted} weeks={weeks} />
      }))
  })
])
