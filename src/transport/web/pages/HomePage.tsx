import { Effect, Option } from "effect"
import { sharedWithListedViews } from "../../../api/Keeps.ts"
import type { UserDetail } from "../../../domain/accounts/User.ts"
import { type PostPage, waiting } from "../../../domain/posts/Post.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { tagsOfNews, tagsOfPosts } from "../../wire/CacheTags.ts"
import { Done } from "../Components.tsx"
import { List } from "../Lists.tsx"
import { makeReaderView, ReaderOverlay } from "../ReaderOverlay.tsx"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest } from "../WebRequest.ts"
import { makeOwnAccount } from "./accounts/OwnAccount.ts"
import { CurrentDiseaseNames, DiseaseLink, makeDiseaseNames } from "./diseases/DiseaseNames.tsx"
import { DiseaseSearchForm } from "./diseases/DiseasesPage.tsx"
import { diseasesInNews, NewsItem, type ShownNews, withLanguages } from "./news/NewsPage.tsx"
import { PostItem } from "./posts/PostItem.tsx"
import { diseasesOf } from "./posts/PostsPage.tsx"
import { postsBeside, WaitingQuestions, waitingRead } from "./posts/WaitingQuestions.tsx"

const newestPosts = 6

/** The newest posts among which those in the reader's language come first. */
const postsRead = 24
const newestNews = 4

interface Shown {
  /** The member who reads the page. */
  readonly own: Option.Option<UserDetail>
  readonly news: ShownNews
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
      </ul>
      <p class="actions small">
        <a href="/settings/diseases">{t.settings.addDisease}</a>
        <a href={`/members/${id}`}>{t.layout.ownPage}</a>
      </p>
    </section>
  )
}

/** The purpose of the community. */
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

/** The search, and the ways to ask, and to read what to do first. */
const Hero = ({ own }: Pick<Shown, "own">) => {
  const { t } = useWebRequest()
  return (
    <section class="hero">
      {Option.match(own, {
        onNone: () => (
          <>
            <h1>{t.home.welcome}</h1>
            <p class="lead">{t.home.lead}</p>
          </>
        ),
        onSome: ({ username }) => <h1>{t.home.hello({ name: username })}</h1>
      })}
      <DiseaseSearchForm value="" />
      <p class="actions">
        {Option.isSome(own) ? null : (
          <a class="button second" href="/help#section-1">
            {t.home.newDiagnosis}
          </a>
        )}
        <a class="button second" href="/posts/new">
          {t.writing.ask}
        </a>
      </p>
    </section>
  )
}

const Home = ({ news, own, posts, questions }: Shown) => {
  const { query, t } = useWebRequest()
  return (
    <>
      {query["done"] === "left" && Option.isNone(own) ? <Done>{t.settings.left}</Done> : null}
      <Hero own={own} />
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
            {posts.length === 0 ? null : <p class="hint">{t.layout.askFirst}</p>}
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
            <h2 id="news">{t.layout.news}</h2>
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

const services = Effect.all([Posts, News, makeOwnAccount, makeReaderView, makeDiseaseNames])

export const routes = Effect.map(services, ([posts, news, ownOf, readerView, namesOf]) => [
  page({
    ...forAnyone,
    path: "/",
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.gen(function* () {
        const [postPage, questions, newsPage] = yield* Effect.all([
          posts.list({ limit: postsRead }),
          posts.waitingQuestions({ limit: waitingRead }),
          Effect.flatMap(news.list({ limit: newestNews }), withLanguages)
        ])
        const own = yield* ownOf(request)
        const ownDiseases = Option.match(own, { onNone: () => [], onSome: ({ diseases }) => diseases })
        const names = yield* namesOf(request, [
          ...ownDiseases,
          ...diseasesOf(postPage),
          ...diseasesInNews(newsPage.data)
        ])
        return {
          title: request.t.layout.site,
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
                  posts={postsBeside(postPage, questions, request.language).slice(0, newestPosts)}
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
