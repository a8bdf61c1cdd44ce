import { Effect } from "effect"
import { NewsCategory } from "../../../domain/news/News.ts"
import { PostCategory } from "../../../domain/posts/Post.ts"
import type { Statistics as Counted } from "../../../domain/Statistics.ts"
import { Statistics } from "../../../services/Statistics.ts"
import { sharedWithActivity } from "../../cache/CachePolicies.ts"
import { tagsOfStatistics } from "../../wire/CacheTags.ts"
import { When } from "../Components.tsx"
import { numberIn } from "../Languages.ts"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest } from "../WebRequest.ts"

type Rows = ReadonlyArray<readonly [label: string, count: number]>

const Part = ({ id, rows, title }: { readonly id: string; readonly rows: Rows; readonly title: string }) => {
  const { language, t } = useWebRequest()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class="numbers">
        <caption class="aside">{title}</caption>
        <thead class="aside">
          <tr>
            <th scope="col">{t.statistics.what}</th>
            <th scope="col">{t.statistics.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, count]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{numberIn(language, count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Page = ({ counted }: { readonly counted: Counted }) => {
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
        <Part
          id="members"
          title={layout.members}
          rows={[
            [statistics.all, counted.users],
            [statistics.experts, counted.experts],
            [statistics.active, counted.activeUsers30d]
          ]}
        />
        <Part
          id="posts"
          title={statistics.texts}
          rows={[
            ...PostCategory.literals.map((one) => [statistics.posts[one], postsByCategory[one]] as const),
            [statistics.comments, counted.comments],
            [statistics.likesTitle, counted.likes]
          ]}
        />
        <Part
          id="news"
          title={layout.news}
          rows={NewsCategory.literals.map((one) => [statistics.news[one], newsByCategory[one]])}
        />
        <Part id="diseases" title={layout.diseases} rows={[[statistics.diseasesKnown, counted.diseases]]} />
      </div>
    </>
  )
}

export const routes = Effect.map(Statistics, (statistics) => [
  page({
    ...forAnyone,
    path: "/statistics",
    policy: sharedWithActivity,
    show: (request) =>
      Effect.map(statistics.now, (counted) => ({
        title: request.t.layout.statistics,
        canonical: "/statistics",
        tags: tagsOfStatistics(),
        body: <Page counted={counted} />
      }))
  })
])
