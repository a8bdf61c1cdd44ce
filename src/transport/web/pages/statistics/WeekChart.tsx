import { numberIn, shortDayIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** The number of a week: null of a share of no questions, `few` of people who are too few to be counted. */
export interface WeekNumber {
  readonly week: string
  readonly number: number | null | "few"
}

interface WeekChartProps {
  readonly id: string
  readonly title: string
  /** Oldest first. */
  readonly weeks: ReadonlyArray<WeekNumber>
  /** The number that a bar of full height shows; without it the greatest one. */
  readonly max?: number
  readonly show?: (number: number) => string
}

/** The units of the picture: it is as wide as its place, whatever that is. */
const [barWidth, gap, height] = [8, 2, 100]

/** The height of the bar of few people, which is the same for each number of them. */
const fewHeight = 4

/** The numbers at the top and the foot of the bars stand beside them: above them, one would be read as the value. */
const ScaleAndBars = ({ id, max, weeks, ...shown }: Required<Omit<WeekChartProps, "title">> & { title: string }) => {
  const heightOf = (number: number) => (number === 0 ? 0 : Math.max(2, Math.round((number / max) * height)))
  return (
    <>
      <p class="scale" aria-hidden="true">
        <span>{shown.show(max)}</span>
        <span>{shown.show(0)}</span>
      </p>
      <svg
        class="chart"
        viewBox={`0 0 ${weeks.length * (barWidth + gap)} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-chart`}
      >
        <title id={`${id}-chart`}>{shown.title}</title>
        {weeks.map(({ number, week }, index) => {
          const bar = number === "few" ? fewHeight : heightOf(number ?? 0)
          return bar === 0 ? null : (
            <rect
              key={week}
              class={number === "few" ? "few" : undefined}
              x={index * (barWidth + gap)}
              y={height - bar}
              width={barWidth}
              height={bar}
            />
          )
        })}
      </svg>
    </>
  )
}

/** Numbers by week as bars, and as a table for those who want them exactly or do not see the picture. */
export const WeekChart = ({ id, max, show, title, weeks }: WeekChartProps) => {
  const { language, t } = useWebRequest()
  const shown = show ?? ((number: number) => numberIn(language, number))
  const dayOf = ({ week }: WeekNumber) => shortDayIn(language, new Date(week))
  const textOf = ({ number }: WeekNumber) =>
    number === "few" ? t.statistics.fewerThanFive : number === null ? t.statistics.noQuestions : shown(number)
  const numbers = weeks.flatMap(({ number }) => (typeof number === "number" ? [number] : []))
  const greatest = max ?? Math.max(1, ...numbers)
  const [first, last] = [weeks.at(0), weeks.at(-1)]
  return (
    <section class="weeks" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div class="plot">
        <ScaleAndBars id={id} title={t.statistics.chartOf({ what: title })} max={greatest} show={shown} weeks={weeks} />
        <p class="between" aria-hidden="true">
          <span>{first === undefined ? "" : dayOf(first)}</span>
          <span>{last === undefined ? "" : dayOf(last)}</span>
        </p>
      </div>
      <details>
        <summary>
          {t.statistics.asTable}
          <span class="aside">
            {t.layout.colon}
            {title}
          </span>
        </summary>
        <table class="numbers">
          <caption class="aside">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.statistics.weekFrom}</th>
              <th scope="col" class="number">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week) => (
              <tr key={week.week}>
                <th scope="row">
                  <time dateTime={week.week}>{dayOf(week)}</time>
                </th>
                <td class="number">{textOf(week)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
