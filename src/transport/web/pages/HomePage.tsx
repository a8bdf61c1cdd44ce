import { Effect } from "effect"
import type { NewsPage } from "../../../domain/news/News.ts"
import { type PostPage, waiting } from "../../../domain/posts/Post.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../cache/CachePolicies.ts"
import { tagsOfNews, tagsOfPosts } from "../../wire/CacheTags.ts"
import { List } from "../Components.tsx"
import { makeReaderView, ReaderOverlay } from "../ReaderOverlay.tsx"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest } from "../WebRequest.ts"
import { CurrentDiseaseNames, makeDiseaseNames } from "./diseases/DiseaseNames.tsx"
import { DiseaseSearch } from "./diseases/DiseasesPage.tsx"
import { diseasesInNews, NewsItem } from "./news/NewsPage.tsx"
import { PostItem } from "./posts/PostItem.tsx"
import { diseasesOf } from "./posts/PostsPage.tsx"
import { postsBeside, WaitingQuestions, waitingShown } from "./posts/WaitingQuestions.tsx"

const newestPosts = 6
const newestNews = 4

interface Shown {
  readonly news: NewsPage
  readonly posts: PostPage["data"]
  readonly questions: PostPage
}

const Home = ({ news, posts, questions }: Shown) => {
  const { t } = useWebRequest()
  return (
    <>
      <section class="hero">
        <h1>{t.reading.welcome}</h1>
        <p class="lead">{t.reading.lead}</p>
        <DiseaseSearch value="" />
      </section>
      <div class={questions.data.length === 0 ? "columns" : "columns home"}>
        {questions.data.length === 0 ? null : (
          <section aria-labelledby="questions" class="panel">
            <h2 id="questions">{t.disease.questions}</h2>
            <WaitingQuestions questions={questions} />
          </section>
        )}
        <section aria-labelledby="newest">
          <h2 id="newest">{t.reading.newestPosts}</h2>
          {posts.length === 0 && questions.data.length > 0 ? null : (
            <List empty={t.reading.noPosts} next={{ href: "/posts/new", label: t.writing.write }}>
              {posts.map((post) => (
                <PostItem key={post.id} post={post} />
              ))}
            </List>
          )}
          <p>
            <a class="more" href="/posts">
              {t.reading.allPosts}
            </a>
          </p>
        </section>
        <div>
          <section aria-labelledby="about" class="panel">
            <h2 id="about">{t.reading.aboutTitle}</h2>
            <ul>
              {t.reading.about.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>
              <a class="more" href="/help">
                {t.reading.aboutMore}
              </a>
            </p>
          </section>
          <section aria-labelledby="news">
            <h2 id="news">{t.frame.news}</h2>
            <List empty={t.reading.noNews} plain>
              {news.data.map((item) => (
                <NewsItem key={item.id} item={item} brief />
              ))}
            </List>
            <p>
              <a class="more" href="/news">
                {t.reading.allNews}
              </a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

const services = Effect.all([Posts, News, makeReaderView, makeDiseaseNames])

export const routes = Effect.map(services, ([posts, news, readerView, namesOf]) => [
  page({
    ...forAnyone,
    path: "/",
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.gen(function* () {
        const [found, asked, items] = yield* Effect.all([
          posts.list({ limit: newestPosts + waitingShown }),
          posts.waitingQuestions({ limit: waitingShown }),
          news.list({ limit: newestNews })
        ])
        const names = yield* namesOf(request, [...diseasesOf(found), ...diseasesInNews(items.data)])
        return {
          title: request.t.frame.site,
          description: request.t.reading.lead,
          canonical: "/",
          feed: { href: "/feeds/posts.xml", title: request.t.reading.newestPosts },
          tags: [...tagsOfPosts({})(found), ...tagsOfPosts(waiting)(asked), ...tagsOfNews(), "catalogue" as const],
          body: (
            <ReaderOverlay of={yield* readerView(request)}>
              <CurrentDiseaseNames.Provider value={names}>
                <Home posts={postsBeside(found, asked).slice(0, newestPosts)} questions={asked} news={items} />
              </CurrentDiseaseNames.Provider>
            </ReaderOverlay>
          )
        }
      })
  })
])
