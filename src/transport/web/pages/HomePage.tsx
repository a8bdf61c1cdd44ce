import { Effect, Option } from "effect"
import { CurrentUser } from "../../../domain/accounts/CurrentUser.ts"
import type { UserDetail } from "../../../domain/accounts/User.ts"
import type { NewsPage } from "../../../domain/news/News.ts"
import { type PostPage, waiting } from "../../../domain/posts/Post.ts"
import { Users } from "../../../services/accounts/Users.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../cache/CachePolicies.ts"
import { tagsOfNews, tagsOfPosts } from "../../wire/CacheTags.ts"
import { List } from "../Components.tsx"
import { makeReaderView, ReaderOverlay } from "../ReaderOverlay.tsx"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest, type WebRequest } from "../WebRequest.ts"
import { CurrentDiseaseNames, DiseaseLink, makeDiseaseNames } from "./diseases/DiseaseNames.tsx"
import { DiseaseSearch } from "./diseases/DiseasesPage.tsx"
import { diseasesInNews, NewsItem } from "./news/NewsPage.tsx"
import { PostItem } from "./posts/PostItem.tsx"
import { diseasesOf } from "./posts/PostsPage.tsx"
import { postsBeside, WaitingQuestions, waitingShown } from "./posts/WaitingQuestions.tsx"

const newestPosts = 6
const newestNews = 4

interface Shown {
  /** The member who reads the page. */
  readonly own: Option.Option<UserDetail>
  readonly news: NewsPage
  readonly posts: PostPage["data"]
  readonly questions: PostPage
}

/** The diseases of a member, and the way to their own page. */
const OwnDiseases = ({ of: { diseases, id } }: { readonly of: UserDetail }) => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="own" class="panel">
      <h2 id="own">{t.settings.pages.diseases}</h2>
      <ul class="links">
        {diseases.map((disease) => (
          <li key={disease.id}>
            <DiseaseLink disease={disease} />
          </li>
        ))}
        <li>
          <a href="/settings/diseases">{t.settings.addDisease}</a>
        </li>
        <li>
          <a href={`/members/${id}`}>{t.frame.ownPage}</a>
        </li>
      </ul>
    </section>
  )
}

/** What the community is for. */
const About = () => {
  const { t } = useWebRequest()
  return (
    <section aria-labelledby="about" class="panel">
      <h2 id="about">{t.home.aboutTitle}</h2>
      <ul>
        {t.home.about.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <a class="more" href="/help">
          {t.home.aboutMore}
        </a>
      </p>
    </section>
  )
}

const Home = ({ news, own, posts, questions }: Shown) => {
  const { t } = useWebRequest()
  return (
    <>
      <section class="hero">
        {Option.match(own, {
          onNone: () => (
            <>
              <h1>{t.home.welcome}</h1>
              <p class="lead">{t.home.lead}</p>
            </>
          ),
          onSome: ({ username }) => <h1>{t.home.hello(username)}</h1>
        })}
        <DiseaseSearch value="" />
        <p>
          <a class="more" href="/posts/new">
            {t.writing.ask}
          </a>
        </p>
      </section>
      <div class="columns home">
        <div>
          {Option.isSome(own) ? <OwnDiseases of={own.value} /> : <About />}
          {questions.data.length === 0 ? null : (
            <section aria-labelledby="questions" class="panel">
              <h2 id="questions">{t.disease.questions}</h2>
              <WaitingQuestions questions={questions} />
            </section>
          )}
        </div>
        <div>
          <section aria-labelledby="newest">
            <h2 id="newest">{t.home.newestPosts}</h2>
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
          <section aria-labelledby="news" class="pairs">
            <h2 id="news">{t.frame.news}</h2>
            <List empty={t.reading.noNews} plain>
              {news.data.map((item) => (
                <NewsItem key={item.id} item={item} brief />
              ))}
            </List>
            <p>
              <a class="more" href="/news">
                {t.home.allNews}
              </a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

/** Makes the function that reads the member who reads the page; none for visitors. */
const makeOwn = Effect.map(
  Users,
  ({ me }) =>
    ({ viewer }: WebRequest) =>
      Option.match(viewer, {
        onNone: () => Effect.succeedNone,
        onSome: (user) => Effect.option(Effect.provideService(me, CurrentUser, user))
      })
)

const services = Effect.all([Posts, News, makeOwn, makeReaderView, makeDiseaseNames])

export const routes = Effect.map(services, ([posts, news, ownOf, readerView, namesOf]) => [
  page({
    ...forAnyone,
    path: "/",
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.gen(function* () {
        const [postPage, questions, newsPage] = yield* Effect.all([
          posts.list({ limit: newestPosts + waitingShown }),
          posts.waitingQuestions({ limit: waitingShown }),
          news.list({ limit: newestNews })
        ])
        const own = yield* ownOf(request)
        const ownDiseases = Option.match(own, { onNone: () => [], onSome: ({ diseases }) => diseases })
        const names = yield* namesOf(request, [
          ...ownDiseases,
          ...diseasesOf(postPage),
          ...diseasesInNews(newsPage.data)
        ])
        return {
          title: request.t.frame.site,
          description: request.t.home.lead,
          canonical: "/",
          feed: { href: "/feeds/posts.xml", title: request.t.home.newestPosts },
          tags: [
            ...tagsOfPosts({})(postPage),
            ...tagsOfPosts(waiting)(questions),
            ...tagsOfNews(),
            "catalogue" as const
          ],
          body: (
            <ReaderOverlay of={yield* readerView(request)}>
              <CurrentDiseaseNames.Provider value={names}>
                <Home
                  own={own}
                  posts={postsBeside(postPage, questions).slice(0, newestPosts)}
                  questions={questions}
                  news={newsPage}
                />
              </CurrentDiseaseNames.Provider>
            </ReaderOverlay>
          )
        }
      })
  })
])
