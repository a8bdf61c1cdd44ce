import { Effect } from "effect"
import type { NewsPage } from "../../../domain/news/News.ts"
import { type PostPage, waiting } from "../../../domain/posts/Post.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../cache/CachePolicies.ts"
import { tagsOfNews, tagsOfPosts } from "../../wire/CacheTags.ts"
import { List, PostItem } from "../Components.tsx"
import { makeReaderView, Overlay } from "../Overlay.tsx"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest } from "../WebRequest.ts"
import { DiseaseSearch } from "./diseases/DiseasesPage.tsx"
import { NewsItem } from "./news/NewsPage.tsx"
import { WaitingQuestions, waitingShown } from "./posts/WaitingQuestions.tsx"

const newestPosts = 6
const newestNews = 4

interface Shown {
  readonly news: NewsPage
  readonly posts: PostPage
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
          <List empty={t.reading.noPosts} next={{ href: "/posts/new", label: t.writing.write }}>
            {posts.data.map((post) => (
              <PostItem key={post.id} post={post} />
            ))}
          </List>
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

export const routes = Effect.map(Effect.all([Posts, News, makeReaderView]), ([posts, news, readerView]) => [
  page({
    ...forAnyone,
    path: "/",
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.map(
        Effect.all([
          posts.list({ limit: newestPosts }),
          posts.waitingQuestions({ limit: waitingShown }),
          news.list({ limit: newestNews }),
          readerView(request)
        ]),
        ([found, asked, items, view]) => ({
          title: request.t.frame.site,
          description: request.t.reading.lead,
          canonical: "/",
          feed: { href: "/feeds/posts.xml", title: request.t.reading.newestPosts },
          tags: [...tagsOfPosts({})(found), ...tagsOfPosts(waiting)(asked), ...tagsOfNews()],
          body: (
            <Overlay of={view}>
              <Home posts={found} questions={asked} news={items} />
            </Overlay>
          )
        })
      )
  })
])
