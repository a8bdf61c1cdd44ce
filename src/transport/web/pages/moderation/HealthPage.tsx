import { DateTime, Effect } from "effect"
import type { HealthOfWeek, ModerationHealth } from "../../../../domain/moderation/Health.ts"
import { waiting } from "../../../../domain/posts/Post.ts"
import { Health } from "../../../../services/moderation/Health.ts"
import { withParameters } from "../../Browser.ts"
import { Trail, When } from "../../Components.tsx"
import { durationIn, shareIn, sizeIn } from "../../Languages.ts"
import { forModerators, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { NumberTable } from "../statistics/NumberTable.tsx"
import { WeekChart } from "../statistics/WeekChart.tsx"

interface HealthProps {
  readonly health: ModerationHealth
}

const questionsPath = withParameters("/posts", { category: waiting.category, answered: `${waiting.answered}` })

const Queue = ({ health: { queue, waitingQuestions } }: HealthProps) => {
  const { t } = useWebRequest()
  const { oldestAt } = queue
  return (
    <NumberTable
      id="waiting"
      title={t.health.waiting}
      rows={[
        [<a href="/moderation">{t.health.reports}</a>, queue.reports],
        [t.health.danger, queue.danger],
        [<a href="/decisions?appeal=open">{t.health.appeals}</a>, queue.appeals],
        [t.health.requests, queue.verificationRequests],
        ...(oldestAt === null ? [] : [[t.health.since, <When at={oldestAt} exact />] as const]),
        [<a href={questionsPath}>{t.disease.questions}</a>, waitingQuestions]
      ]}
    />
  )
}

const Weeks = ({ health: { weeks } }: HealthProps) => {
  const { language, t } = useWebRequest()
  const by = <Number,>(numberOf: (week: HealthOfWeek) => Number) =>
    weeks.map((one) => ({ week: one.week, number: numberOf(one) }))
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks">{t.health.weeks}</h2>
      <p class="hint">
        {t.health.counted} {t.health.few}
      </p>
      <WeekChart id="joined" title={t.health.joined} weeks={by(({ members }) => members ?? "few")} />
      <WeekChart id="posts" title={t.layout.posts} weeks={by(({ posts }) => posts)} />
      <WeekChart id="replies" title={t.statistics.comments} weeks={by(({ comments }) => comments)} />
      <WeekChart
        id="answered"
        title={t.health.answered}
        weeks={by(({ answeredShare }) => answeredShare)}
        max={1}
        show={(share) => shareIn(language, share)}
      />
    </section>
  )
}

const Server = ({ health, now }: HealthProps & { readonly now: DateTime.Utc }) => {
  const { language, t } = useWebRequest()
  const { backup, unsent, versions } = health
  const { catalogue, phenotypes, server } = versions
  return (
    <>
      <NumberTable
        id="unsent"
        title={t.health.unsent}
        rows={[
          [t.health.mail, unsent.mail],
          [t.health.push, unsent.push],
          [t.health.webhooks, unsent.webhooks]
        ]}
      />
      {backup === null ? (
        <section aria-labelledby="backup">
          <h2 id="backup">{t.health.backup}</h2>
          <p>{t.health.noBackup}</p>
        </section>
      ) : (
        <NumberTable
          id="backup"
          title={t.health.backup}
          rows={[
            [t.health.backupAt, <When at={backup.at} exact />],
            [t.health.backupAge, durationIn(language, DateTime.distanceDuration(backup.at, now), false)],
            [t.health.backupSize, sizeIn(language, backup.bytes)]
          ]}
        />
      )}
      <NumberTable
        id="versions"
        title={t.health.versions}
        rows={[
          [t.health.software, server],
          [t.layout.diseases, catalogue ?? t.health.ownCatalogue],
          [t.health.hpo, phenotypes?.hpo ?? t.health.loading],
          [t.health.orphanet, phenotypes?.orphanet ?? t.health.loading]
        ]}
      />
    </>
  )
}

export const routes = Effect.map(Health, (health) => [
  page({
    ...forModerators,
    path: "/moderation/health",
    show: ({ t }) =>
      Effect.map(Effect.all([health.now, DateTime.now]), ([found, now]) => ({
        title: t.health.title,
        body: (
          <div class="reading">
            <Trail href="/moderation" label={t.layout.moderation} />
            <h1>{t.health.title}</h1>
            <Queue health={found} />
            <Server health={found} now={now} />
            <Weeks health={found} />
          </div>
        )
      }))
  })
])
