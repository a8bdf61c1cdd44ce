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

const rowHeight = 34
const labelWidth = 240
const barWidth = 290

/** Bars with their numbers. The table below them says the same, so that screen readers leave the picture out. */
const Chart = ({ rows }: { readonly rows: Rows }) => {
  const request = useWebRequest()
  const most = Math.max(1, ...rows.map(([, count]) => count))
  const widthOf = (count: number) => Math.max(2, Math.round((count / most) * barWidth))
  return (
    <svg class="chart" viewBox={`0 0 600 ${rows.length * rowHeight}`} aria-hidden="true">
      {rows.map(([label, count], index) => (
        <g key={label} transform={`translate(0 ${index * rowHeight})`}>
          <text x={labelWidth - 12} y="22" text-anchor="end">
            {label}
          </text>
          <rect x={labelWidth} y="6" width={widthOf(count)} height="22" rx="4" />
          <text x={labelWidth + widthOf(count) + 10} y="22" class="number">
            {numberIn(request.language, count)}
          </text>
        </g>
      ))}
    </svg>
  )
}

const Part = ({ id, rows, title }: { readonly id: string; readonly rows: Rows; readonly title: string }) => {
  const request = useWebRequest()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Chart rows={rows} />
      <details>
        <summary>{request.t.reading.asTable}</summary>
        <table>
          <caption class="aside">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{request.t.reading.what}</th>
              <th scope="col">{request.t.reading.count}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, count]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td class="number">{numberIn(request.language, count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

const Page = ({ counted }: { readonly counted: Counted }) => {
  const request = useWebRequest()
  const { frame, reading } = request.t
  const { newsByCategory, postsByCategory } = counted
  return (
    <>
      <h1>{frame.statistics}</h1>
      <p>
        {reading.countedAt} <When at={counted.generatedAt} exact />
      </p>
      <Part
        id="members"
        title={frame.members}
        rows={[
          [frame.members, counted.users],
          [reading.experts, counted.experts],
          [reading.active, counted.activeUsers30d]
        ]}
      />
      <Part
        id="posts"
        title={reading.texts}
        rows={[
          ...PostCategory.literals.map((one) => [reading.categories[one], postsByCategory[one]] as const),
          [reading.comments, counted.comments],
          [reading.likesTitle, counted.likes]
        ]}
      />
      <Part
        id="news"
        title={frame.news}
        rows={NewsCategory.literals.map((one) => [reading.newsCategories[one], newsByCategory[one]])}
      />
      <p>{reading.diseasesKnown(numberIn(request.language, counted.diseases))}</p>
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
        title: request.t.frame.statistics,
        canonical: "/statistics",
        tags: tagsOfStatistics(),
        body: <Page counted={counted} />
      }))
  })
])
