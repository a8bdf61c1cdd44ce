import { Effect } from "effect"
import type { NewsPage } from "../../../domain/news/News.ts"
import type { PostPage } from "../../../domain/posts/Post.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../cache/CachePolicies.ts"
import { tagsOfNews, tagsOfPosts } from "../../wire/CacheTags.ts"
import { List, PostItem } from "../Components.tsx"
import { BlockedMembers, makeBlockedBy } from "../Folded.tsx"
import { forAnyone, page } from "../Route.ts"
import { useWebRequest } from "../WebRequest.ts"
import { DiseaseSearch } from "./diseases/DiseasesPage.tsx"
import { NewsItem } from "./NewsPage.tsx"

const newestPosts = 6
const newestNews = 4

const Home = ({ news, posts }: { readonly posts: PostPage; readonly news: NewsPage }) => {
  const { t } = useWebRequest()
  return (
    <>
      <section class="hero">
        <h1>{t.reading.welcome}</h1>
        <p class="lead">{t.reading.lead}</p>
        <DiseaseSearch value="" />
      </section>
      <div class="columns">
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

export const routes = Effect.map(Effect.all([Posts, News, makeBlockedBy]), ([posts, news, blockedBy]) => [
  page({
    ...forAnyone,
    path: "/",
    policy: sharedWithListedViews,
    show: (request) =>
      Effect.map(
        Effect.all([posts.list({ limit: newestPosts }), news.list({ limit: newestNews }), blockedBy(request)]),
        ([found, items, blocked]) => ({
          title: request.t.frame.site,
          description: request.t.reading.lead,
          canonical: "/",
          feed: { href: "/feeds/posts.xml", title: request.t.reading.newestPosts },
          tags: [...tagsOfPosts({})(found), ...tagsOfNews()],
          body: (
            <BlockedMembers.Provider value={blocked}>
              <Home posts={found} news={items} />
            </BlockedMembers.Provider>
          )
        })
      )
  })
])
