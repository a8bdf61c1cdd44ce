import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { Effect, Option } from "effect"
import { DiseasePath } from "../../../../api/diseases/DiseasesApi.ts"
import { sharedWithListedViews } from "../../../../api/Keeps.ts"
import type { DiseaseDetail } from "../../../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../../../domain/Ids.ts"
import { type PostPage, waiting } from "../../../../domain/posts/Post.ts"
import { Care, type CareOfDisease } from "../../../../services/diseases/Care.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { enoughPosts } from "../../../../services/diseases/GroupOfRare.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { News } from "../../../../services/news/News.ts"
import { Phenotypes, type SignNames } from "../../../../services/phenotypes/Phenotypes.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { tagsOfDiseases, tagsOfFound, tagsOfNews, tagsOfPosts } from "../../../wire/CacheTags.ts"
import { nameLanguage, nameOf, Trail } from "../../Components.tsx"
import { changeFollow, Following } from "../../FollowButton.tsx"
import { List } from "../../Lists.tsx"
import { makeReaderView, ReaderOverlay } from "../../ReaderOverlay.tsx"
import { action, forAnyone, forMembers, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { Contents } from "../Contents.tsx"
import { diseasesInNews, NewsItem, type ShownNews, withLanguages } from "../news/NewsPage.tsx"
import { CurrentSignNames, signNamesFor } from "../phenotypes/SignNames.tsx"
import { PostItem } from "../posts/PostItem.tsx"
import { diseasesOf } from "../posts/PostsPage.tsx"
import { postsBeside, WaitingQuestions, waitingRead } from "../posts/WaitingQuestions.tsx"
import { AlsoCalled } from "./AlsoCalled.tsx"
import { Description, NoDescription } from "./Description.tsx"
import { Codes, Facts, Hierarchy, hasFacts, Names, Sources } from "./DiseaseFacts.tsx"
import { CurrentDiseaseNames, DiseaseName, makeDiseaseNames } from "./DiseaseNames.tsx"
import { Signs } from "./DiseaseSigns.tsx"
import { FollowGroup, type GroupToFollow, RelatedPosts } from "./RelatedPosts.tsx"
import { WhatNow } from "./WhatNow.tsx"

/** The posts about a disease, and where there are few, those about its group. */
interface PostsAbout extends GroupToFollow {
  readonly posts: PostPage
  readonly questions: PostPage
  /** Its posts, and after them those about related forms; none where many write about the disease itself. */
  readonly related: PostPage
}

interface Shown extends PostsAbout {
  readonly disease: DiseaseDetail
  readonly care: CareOfDisease
  readonly names: SignNames
  readonly news: ShownNews
  readonly isFollowing: boolean
}

/** The number of posts that the page of a disease lists: those about its group follow where it has fewer. */
const postsShown = enoughPosts

/** The number of news that the page of a disease lists. */
const newsShown = 5

const PartsOf = ({ disease }: Pick<Shown, "disease">) => {
  const { phenotypes = [] } = disease
  const { t } = useWebRequest()
  const parts = [
    { id: "now", label: t.disease.now },
    { id: "posts", label: t.disease.people },
    ...(phenotypes.length === 0 ? [] : [{ id: "signs", label: t.phenotypes.ofDisease }]),
    ...(hasFacts(disease) ? [{ id: "facts", label: t.reading.facts }] : [])
  ]
  return <Contents parts={parts} />
}

/** The posts and questions about the disease, and the ways to join in. */
const People = ({ disease: { id }, followsGroup, group, isFollowing, posts, questions, related }: Shown) => {
  const { language, t } = useWebRequest()
  const others = postsBeside(posts, questions, language)
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">{t.disease.people}</h2>
      <div class="actions">
        <a class="button" href={`/posts/new?diseaseId=${id}`}>
          {t.reading.writeAbout}
        </a>
        <Following path={`/diseases/${id}`} isFollowing={isFollowing} />
      </div>
      <FollowGroup followsGroup={followsGroup} group={group} />
      {posts.data.length === 0 ? null : <p class="hint">{t.layout.askFirst}</p>}
      {questions.data.length === 0 ? null : (
        <>
          <h3>{t.disease.questions}</h3>
          <WaitingQuestions questions={questions} diseaseId={id} />
          {others.length === 0 ? null : <h3>{t.reading.postsAbout}</h3>}
        </>
      )}
      {others.length === 0 && questions.data.length > 0 ? null : (
        <List empty={t.reading.noPostsAbout}>
          {others.map((post) => (
            <PostItem key={post.id} post={post} />
          ))}
        </List>
      )}
      {posts.pagination.hasMore ? (
        <p>
          <a class="more" href={`/posts?diseaseId=${id}&includeDescendants=true`}>
            {t.reading.allPostsAbout({ count: posts.pagination.total })}
          </a>
        </p>
      ) : null}
      <RelatedPosts
        diseaseId={id}
        hasMore={related.pagination.hasMore}
        related={related.data.filter((post) => post.related)}
      />
      <p class="small">
        <a href={`/feeds/posts.xml?diseaseId=${id}`}>{t.reading.feed}</a>
      </p>
    </section>
  )
}

const RecentNews = ({ news }: Pick<Shown, "news">) =>
  news.data.length === 0 ? null : (
    <section aria-labelledby="news">
      <h2 id="news">{useWebRequest().t.layout.news}</h2>
      <List empty="" plain>
        {news.data.map((item) => (
          <NewsItem key={item.id} item={item} brief />
        ))}
      </List>
    </section>
  )

const Page = (shown: Shown) => {
  const { care, disease, names, news } = shown
  const { description, localName, name } = disease
  return (
    <CurrentSignNames.Provider value={names}>
      <Trail href="/diseases" label={useWebRequest().t.layout.diseases} />
      <h1>
        <DiseaseName disease={disease} />
      </h1>
      {localName == null || localName === name ? null : (
        <p class="lead" lang="en">
          {name}
        </p>
      )}
      <div class="columns beside">
        <div>
          {Option.isSome(description) ? (
            <Description disease={disease} text={description.value} />
          ) : (
            <NoDescription disease={disease} />
          )}
          <AlsoCalled disease={disease} />
          <PartsOf disease={disease} />
        </div>
        <div>
          <WhatNow care={care} disease={disease} />
        </div>
        <div>
          <People {...shown} />
          <Signs disease={disease} />
          <Facts disease={disease} />
          <RecentNews news={news} />
          <Hierarchy disease={disease} />
          <Codes disease={disease} />
          <Names disease={disease} />
          <Sources disease={disease} />
        </div>
      </div>
    </CurrentSignNames.Provider>
  )
}

const makePostsAbout = Effect.map(Effect.all([Diseases, Follows, Posts]), ([{ groupOfRare }, { isFollowing }, posts]) =>
  Effect.fnUntraced(function* (diseaseId: DiseaseId) {
    const about = { diseaseId, includeDescendants: true }
    const own = yield* posts.list({ ...about, limit: postsShown })
    const hasEnough = own.pagination.total >= postsShown
    const group = yield* groupOfRare(diseaseId)
    return {
      posts: own,
      questions: yield* posts.waitingQuestions({ ...about, limit: waitingRead }),
      related: hasEnough ? own : yield* posts.list({ diseaseId, includeRelated: true, limit: postsShown }),
      group,
      followsGroup: Option.isSome(group) && (yield* isFollowing({ type: "disease", id: group.value.id }))
    } satisfies PostsAbout
  })
)

const tagsOfPostsAbout = ({ posts, questions, related }: PostsAbout) => [
  ...tagsOfPosts({})(posts),
  ...tagsOfPosts({})(related),
  ...tagsOfPosts(waiting)(questions)
]

const services = Effect.all({
  care: Care,
  diseases: Diseases,
  follows: Follows,
  namesOf: makeDiseaseNames,
  news: News,
  readerView: makeReaderView,
  signs: Phenotypes,
  postsAbout: makePostsAbout
})

export const routes = Effect.map(
  services,
  ({ care, diseases, follows, namesOf, news, readerView, signs, postsAbout }) => [
    page({
      ...forAnyone,
      path: "/diseases/:id",
      pathSchema: DiseasePath,
      policy: sharedWithListedViews,
      show: (request) =>
        Effect.gen(function* () {
          const disease = yield* diseases.get(request.path.id, nameLanguage(request))
          const { id } = disease
          const isWhole = tagsOfFound(disease).length > 0
          const name = nameOf(disease)
          // The address of a code, or of a disease that was merged, leads to the page of its disease.
          if (String(request.path.id) !== String(id)) return { location: `/diseases/${id}` }
          const written = yield* postsAbout(id)
          const newsPage = yield* Effect.flatMap(news.list({ diseaseId: id, limit: newsShown }), withLanguages)
          const named = [
            ...Option.toArray(written.group),
            ...disease.parents,
            ...disease.children,
            ...diseasesOf(written.posts),
            ...diseasesOf(written.related),
            ...diseasesInNews(newsPage.data)
          ]
          const names = yield* namesOf(request, named)
          const ids = (disease.phenotypes ?? []).map((sign) => sign.id)
          const shown = {
            care: yield* care.ofDisease(disease),
            names: yield* signNamesFor(signs, request, ids),
            isFollowing: yield* follows.isFollowing({ type: "disease", id })
          }
          return {
            title: name,
            description: excerptOf(
              Option.getOrElse(disease.description, () => request.t.reading.diseaseDescription({ name }))
            ),
            canonical: `/diseases/${id}`,
            feed: { href: `/feeds/posts.xml?diseaseId=${id}`, title: name },
            tags: isWhole ? [...tagsOfDiseases(), ...tagsOfPostsAbout(written), ...tagsOfNews()] : [],
            body: (
              <ReaderOverlay of={yield* readerView(request)}>
                <CurrentDiseaseNames.Provider value={names}>
                  <Page disease={disease} news={newsPage} {...written} {...shown} />
                </CurrentDiseaseNames.Provider>
              </ReaderOverlay>
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
