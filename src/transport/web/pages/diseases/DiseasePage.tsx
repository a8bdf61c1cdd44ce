import { Effect, Option } from "effect"
import { DiseasePath } from "../../../../api/DiseasesApi.ts"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import type { NewsPage } from "../../../../domain/news/News.ts"
import type { PostPage } from "../../../../domain/posts/Post.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { News } from "../../../../services/news/News.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { sharedWithListedViews } from "../../../cache/CachePolicies.ts"
import { tagsOfDiseases, tagsOfNews, tagsOfPosts } from "../../../wire/CacheTags.ts"
import { DiseaseName, english, List, nameLanguage, nameOf, PostItem, Trail } from "../../Components.tsx"
import { BlockedMembers, makeBlockedBy } from "../../Folded.tsx"
import { changeFollow, Following } from "../../FollowButton.tsx"
import { numberIn } from "../../Languages.ts"
import { action, forAnyone, forMembers, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { NewsItem } from "../NewsPage.tsx"
import { Facts, Names, Signs, Sources } from "./DiseaseFacts.tsx"

interface Shown {
  readonly disease: DiseaseDetail
  readonly posts: PostPage
  readonly news: NewsPage
  readonly isFollowing: boolean
}

/** The supertypes and subtypes of a disease as a tree. */
const Hierarchy = ({ disease }: Pick<Shown, "disease">) => {
  const request = useWebRequest()
  const { childCount, children, name, parents } = disease
  const { language, t } = request
  const here = (
    <>
      <strong>{name}</strong>
      {children.length === 0 ? null : (
        <ul>
          {children.map((child) => (
            <li key={child.id}>
              <a href={`/diseases/${child.id}`}>{child.name}</a>
            </li>
          ))}
          {childCount > children.length ? (
            <li lang={language}>{t.reading.moreSubtypes(numberIn(language, childCount - children.length))}</li>
          ) : null}
        </ul>
      )}
    </>
  )
  if (parents.length === 0 && children.length === 0) return null
  return (
    <section aria-labelledby="hierarchy">
      <h2 id="hierarchy">{t.reading.hierarchy}</h2>
      <ul class="tree" lang={english(request)}>
        {parents.map((parent, index) => (
          <li key={parent.id}>
            <a href={`/diseases/${parent.id}`}>{parent.name}</a>
            {index === parents.length - 1 ? (
              <ul>
                <li>{here}</li>
              </ul>
            ) : null}
          </li>
        ))}
        {parents.length === 0 ? <li>{here}</li> : null}
      </ul>
    </section>
  )
}

/** The posts and the news about the disease. */
const PostsAndNews = ({ disease: { id }, news, posts }: Omit<Shown, "isFollowing">) => {
  const { language, t } = useWebRequest()
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">{t.reading.postsAbout}</h2>
      <List empty={t.reading.noPostsAbout} next={{ href: `/posts/new?diseaseId=${id}`, label: t.reading.writeAbout }}>
        {posts.data.map((post) => (
          <PostItem key={post.id} post={post} />
        ))}
      </List>
      {posts.pagination.hasMore ? (
        <p>
          <a class="more" href={`/posts?diseaseId=${id}&includeDescendants=true`}>
            {t.reading.allPostsAbout(numberIn(language, posts.pagination.total))}
          </a>
        </p>
      ) : null}
      {news.data.length === 0 ? null : (
        <>
          <h2>{t.frame.news}</h2>
          <List empty="" plain>
            {news.data.map((item) => (
              <NewsItem key={item.id} item={item} brief />
            ))}
          </List>
        </>
      )}
    </section>
  )
}

const Page = ({ disease, isFollowing, news, posts }: Shown) => {
  const request = useWebRequest()
  const { description, id, localName, name } = disease
  const { t } = request
  return (
    <>
      <Trail href="/diseases" label={t.frame.diseases} />
      <h1>
        <DiseaseName disease={disease} />
      </h1>
      {localName == null || localName === name ? null : (
        <p class="lead" lang="en">
          {name}
        </p>
      )}
      <div class="actions">
        <a class="button" href={`/posts/new?diseaseId=${id}`}>
          {t.reading.writeAbout}
        </a>
        <Following path={`/diseases/${id}`} isFollowing={isFollowing} />
        <a href={`/feeds/posts.xml?diseaseId=${id}`}>{t.reading.feed}</a>
      </div>
      <div class="columns beside">
        <div>
          {Option.match(description, {
            onNone: () => null,
            onSome: (text) => (
              <div class="text" lang={english(request)}>
                {text.split(/\n{2,}/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            )
          })}
        </div>
        <div>
          <Facts disease={disease} />
          <Hierarchy disease={disease} />
        </div>
        <div>
          <PostsAndNews disease={disease} posts={posts} news={news} />
          <Signs disease={disease} />
          <Names disease={disease} />
          <Sources disease={disease} />
        </div>
      </div>
    </>
  )
}

export const routes = Effect.map(
  Effect.all([Diseases, Posts, News, Follows, makeBlockedBy]),
  ([diseases, posts, news, follows, blockedBy]) => [
    page({
      ...forAnyone,
      path: "/diseases/:id",
      pathSchema: DiseasePath,
      policy: sharedWithListedViews,
      show: (request) =>
        Effect.gen(function* () {
          const disease = yield* diseases.get(request.path.id, nameLanguage(request))
          const { id } = disease
          const name = nameOf(disease)
          // The address of a code, or of a disease that was merged, leads to the page of its disease.
          if (String(request.path.id) !== String(id)) return { location: `/diseases/${id}` }
          const filter = { diseaseId: id, includeDescendants: true }
          const [found, items] = yield* Effect.all([
            posts.list({ ...filter, limit: 10 }),
            news.list({ diseaseId: id, limit: 5 })
          ])

          const isFollowed = yield* follows.isFollowing({ type: "disease", id })
          return {
            title: name,
            description: Option.getOrElse(disease.description, () => request.t.reading.diseaseDescription(name)).slice(
              0,
              280
            ),
            canonical: `/diseases/${id}`,
            feed: { href: `/feeds/posts.xml?diseaseId=${id}`, title: name },
            tags: [...tagsOfDiseases(), ...tagsOfPosts({})(found), ...tagsOfNews()],
            body: (
              <BlockedMembers.Provider value={yield* blockedBy(request)}>
                <Page disease={disease} posts={found} news={items} isFollowing={isFollowed} />
              </BlockedMembers.Provider>
            )
          }
        })
    }),
    action({
      ...forMembers,
      path: "/diseases/:id/follow",
      pathSchema: DiseasePath,
      send: (request) =>
        changeFollow(request, follows.followDisease(request.path.id), follows.unfollowDisease(request.path.id))
    })
  ]
)
