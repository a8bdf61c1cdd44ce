import { Effect, Option, Schema } from "effect"
import { NewsPath } from "../../../../api/news/NewsApi.ts"
import { decimal, pageQuery } from "../../../../api/Query.ts"
import type { FeedStatus } from "../../../../domain/news/Feed.ts"
import type { NewsPage } from "../../../../domain/news/News.ts"
import { Feeds } from "../../../../services/news/Feeds.ts"
import { News } from "../../../../services/news/News.ts"
import { Fact, List, Pages, When } from "../../Components.tsx"
import { Act } from "../../Form.tsx"
import { action, forMembers, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

const Feed = ({ feed }: { readonly feed: FeedStatus }) => {
  const { failedAt, failures, lastError, name, nextPollAt, number, succeededAt } = feed
  const { t } = useWebRequest()
  return (
    <li class="card">
      <h3>{name}</h3>
      <dl class="facts-list">
        <Fact label={t.admin.readWell}>{Option.isNone(succeededAt) ? "–" : <When at={succeededAt.value} exact />}</Fact>
        {failures === 0 || Option.isNone(failedAt) ? null : (
          <Fact label={t.admin.readBadly}>
            <When at={failedAt.value} exact /> ({t.admin.failures(failures)}){" "}
            <span lang="en">{Option.getOrElse(lastError, () => "")}</span>
          </Fact>
        )}
        <Fact label={t.admin.nextRead}>
          {Option.isNone(nextPollAt) ? t.admin.noNextRead : <When at={nextPollAt.value} exact />}
        </Fact>
      </dl>
      <Act action={`/feeds/${number}/poll`} label={t.admin.readNow} />
    </li>
  )
}

const Items = ({ page: { data, pagination } }: { readonly page: NewsPage }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="items">
      <h2 id="items">{t.admin.items}</h2>
      <List empty={t.reading.noNews} plain>
        {data.map(({ id, publishedAt, source, title }) => (
          <li class="row" key={id}>
            <a class="strong" href={`/news/${id}`} dir="auto">
              {title}
            </a>
            <div class="actions small ends">
              <p class="facts">
                <span>{source}</span>
                <When at={publishedAt} ago />
              </p>
              <details class="ask">
                <summary>
                  {t.writing.remove}
                  <span class="aside"> {title}</span>
                </summary>
                <p>{t.admin.deleteItem}</p>
                <Act action={`/news/${id}/delete`} label={t.writing.removeNow} />
              </details>
            </div>
          </li>
        ))}
      </List>
      <Pages pagination={pagination} />
    </section>
  )
}

/** The highest number of a feed in the address of its page. */
const maxFeedNumber = 10_000

const FeedPath = Schema.Struct({ id: decimal(Schema.Int.pipe(Schema.between(1, maxFeedNumber))) })

export const routes = Effect.map(Effect.all([News, Feeds]), ([news, feeds]) => [
  page({
    ...forMembers,
    path: "/admin/news",
    querySchema: Schema.Struct({ page: pageQuery().page }),
    show: (request) =>
      Effect.zipWith(feeds.list, news.list({ page: request.parameters.page }), (listed, page) =>
        adminView(
          request,
          "news",
          <>
            <section aria-labelledby="feeds">
              <h2 id="feeds">{request.t.admin.feeds}</h2>
              <List empty={request.t.admin.noFeeds}>
                {listed.map((feed) => (
                  <Feed key={feed.number} feed={feed} />
                ))}
              </List>
            </section>
            <Items page={page} />
          </>
        )
      )
  }),
  action({
    ...forMembers,
    path: "/news/:id/delete",
    pathSchema: NewsPath,
    send: (request) => Effect.as(news.remove(request.path.id), { location: "/admin/news?done=deleted" })
  }),
  action({
    ...forMembers,
    path: "/feeds/:id/poll",
    pathSchema: FeedPath,
    send: (request) => Effect.as(feeds.pollNow(request.path.id), { location: "/admin/news?done=polled" })
  })
])
