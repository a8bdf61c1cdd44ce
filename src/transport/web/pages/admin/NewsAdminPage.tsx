import { Effect, Option, Schema } from "effect"
import { FeedPath, NewsPath } from "../../../../api/news/NewsApi.ts"
import { pageQuery } from "../../../../api/Query.ts"
import { NewFeed, type NewsFeed } from "../../../../domain/news/Feed.ts"
import { Feeds } from "../../../../services/news/Feeds.ts"
import { News } from "../../../../services/news/News.ts"
import { Fact, When } from "../../Components.tsx"
import { Act, Field, Form } from "../../Form.tsx"
import { textLanguage } from "../../Languages.ts"
import { List, PagedList } from "../../Lists.tsx"
import { action, forAdmins, form } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { Published, type ShownNews, sourceOf, withLanguages } from "../news/NewsPage.tsx"
import { adminView } from "./Tabs.tsx"

const Feed = ({ arePolled, feed }: { readonly feed: NewsFeed; readonly arePolled: boolean }) => {
  const { failedAt, failures, id, lastError, nextPollAt, succeededAt, url } = feed
  const { t } = useWebRequest()
  return (
    <li class="card">
      <h3 dir="auto">{url}</h3>
      <dl class="facts-list">
        <Fact label={t.admin.readWell}>{Option.isNone(succeededAt) ? "–" : <When at={succeededAt.value} exact />}</Fact>
        {failures === 0 || Option.isNone(failedAt) ? null : (
          <Fact label={t.admin.readBadly}>
            <When at={failedAt.value} exact /> ({t.admin.failures({ count: failures })}){" "}
            <span lang="en">{Option.getOrElse(lastError, () => "")}</span>
          </Fact>
        )}
        <Fact label={t.admin.nextRead}>
          {Option.isNone(nextPollAt) ? t.admin.noNextRead : <When at={nextPollAt.value} exact />}
        </Fact>
      </dl>
      <div class="actions">
        {arePolled ? <Act action={`/feeds/${id}/poll`} label={t.admin.readNow} /> : null}
        <details class="ask">
          <summary>
            {t.admin.removeFeed}
            <span class="aside"> {url}</span>
          </summary>
          <p>{t.admin.removeFeedHint}</p>
          <Act action={`/feeds/${id}/delete`} label={t.admin.removeFeedNow} />
        </details>
      </div>
    </li>
  )
}

/** The feeds, and the form for another one. */
const FeedList = ({ arePolled, feeds }: { readonly feeds: ReadonlyArray<NewsFeed>; readonly arePolled: boolean }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="feeds">
      <h2 id="feeds">{t.admin.feeds}</h2>
      {arePolled ? null : <p class="notice">{t.admin.readsNoFeeds}</p>}
      <List empty={t.admin.noFeeds}>
        {feeds.map((feed) => (
          <Feed key={feed.id} feed={feed} arePolled={arePolled} />
        ))}
      </List>
      <Form action="/admin/news" fields={{ url: t.admin.newFeed }}>
        <Field name="url" hint={t.admin.newFeedHint} />
        <button class="second">{t.admin.addFeed}</button>
      </Form>
    </section>
  )
}

const Items = ({ page: { data, pagination } }: { readonly page: ShownNews }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="items">
      <h2 id="items">{t.news.items}</h2>
      <p>
        <a class="button second" href="/news/new">
          {t.news.write}
        </a>
      </p>
      <PagedList of={pagination} empty={t.reading.noNews} plain>
        {data.map((item) => (
          <li class="row" key={item.id}>
            <a class="strong" href={`/news/${item.id}`} dir="auto" lang={textLanguage(item)}>
              {item.title}
            </a>
            <div class="actions small ends">
              <p class="facts">
                <span>{sourceOf(item, t)}</span>
                <Published item={item} />
                {item.own === true ? (
                  <a href={`/news/${item.id}/edit`}>
                    {t.writing.edit}
                    <span class="aside" lang={textLanguage(item)}>
                      {" "}
                      {item.title}
                    </span>
                  </a>
                ) : null}
              </p>
              <details class="ask">
                <summary>
                  {t.writing.remove}
                  <span class="aside" lang={textLanguage(item)}>
                    {" "}
                    {item.title}
                  </span>
                </summary>
                <p>{t.news.deleteItem}</p>
                <Act action={`/news/${item.id}/delete`} label={t.writing.removeNow} />
              </details>
            </div>
          </li>
        ))}
      </PagedList>
    </section>
  )
}

export const routes = Effect.map(Effect.all([News, Feeds]), ([news, feeds]) => [
  ...form({
    ...forAdmins,
    path: "/admin/news",
    querySchema: Schema.Struct({ page: pageQuery().page }),
    payloadSchema: NewFeed,
    show: (request) =>
      Effect.zipWith(
        feeds.list,
        Effect.flatMap(news.list({ page: request.parameters.page }), withLanguages),
        (listed, page) =>
          adminView(
            request,
            "news",
            <>
              <FeedList feeds={listed} arePolled={feeds.arePolled} />
              <Items page={page} />
            </>
          )
      ),
    send: (_, payload) => Effect.as(feeds.add(payload), { location: "/admin/news?done=added" })
  }),
  action({
    ...forAdmins,
    path: "/news/:id/delete",
    pathSchema: NewsPath,
    send: (request) => Effect.as(news.remove(request.path.id), { location: "/admin/news?done=deleted" })
  }),
  action({
    ...forAdmins,
    path: "/feeds/:id/delete",
    pathSchema: FeedPath,
    send: (request) => Effect.as(feeds.remove(request.path.id), { location: "/admin/news?done=saved" })
  }),
  action({
    ...forAdmins,
    path: "/feeds/:id/poll",
    pathSchema: FeedPath,
    send: (request) => Effect.as(feeds.pollNow(request.path.id), { location: "/admin/news?done=polled" })
  })
])
