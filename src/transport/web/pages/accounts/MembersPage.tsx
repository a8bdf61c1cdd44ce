import { HttpServerResponse } from "@effect/platform"
import { Effect, Option, Schema } from "effect"
import type { ComponentChildren } from "preact"
import { UserPath, UserQuery } from "../../../../api/accounts/UsersApi.ts"
import { decimal, optional } from "../../../../api/Query.ts"
import { actsAsAdmin, Role } from "../../../../domain/accounts/CurrentUser.ts"
import type { User, UserDetail, UserPage } from "../../../../domain/accounts/User.ts"
import { PostId } from "../../../../domain/Ids.ts"
import type { CommentOfMember } from "../../../../domain/posts/Comment.ts"
import type { PostPage } from "../../../../domain/posts/Post.ts"
import { Blocks } from "../../../../services/accounts/Blocks.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { Avatar } from "../../Avatar.tsx"
import { Badges, Trail, When, Who } from "../../Components.tsx"
import { changeFollow, Following } from "../../FollowButton.tsx"
import { Act, choicesOf } from "../../Form.tsx"
import { FilterMenu, Filters, List, PagedList, Total } from "../../Lists.tsx"
import { Markup } from "../../Markup.tsx"
import { action, forMembers, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { CurrentDiseaseNames, DiseaseLink, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { Moderate } from "../posts/CommentView.tsx"
import { PostItem } from "../posts/PostItem.tsx"
import { diseasesOf } from "../posts/PostsPage.tsx"
import { RepliesOfMember } from "../posts/RepliesOfMember.tsx"
import { saved } from "./settings/SettingsForm.tsx"

/** The number of posts that the page of a member lists. */
const postsOfMember = 10

/** A member as an author, for their badges. */
export const asAuthor = ({ id, role, username, verified }: User) => ({
  id,
  role,
  username,
  verified: Option.isSome(verified),
  verifiedAs: Option.map(verified, ({ as }) => as)
})

interface Filter {
  readonly role?: Role | undefined
  readonly search?: string | undefined
}

interface MemberListProps {
  readonly action: string
  readonly filter: Filter
  readonly page: UserPage
  /** The facts that a row shows about its member. */
  readonly facts: (user: UserPage["data"][number]) => ComponentChildren
}

/** Members with the form that filters them; only admins search for names. */
export const MemberList = ({ action, facts, filter, page }: MemberListProps) => {
  const { t, viewer } = useWebRequest()
  const search = Option.exists(viewer, actsAsAdmin) ? { label: t.members.search, value: filter.search } : undefined
  return (
    <>
      <Filters action={action} search={search}>
        <FilterMenu
          name="role"
          label={t.members.shownRole}
          value={filter.role}
          every={t.members.everyRole}
          choices={choicesOf(Role.literals, t.members.roles)}
        />
      </Filters>
      <Total of={page} counted={filter.search === undefined ? t.reading.counted.members : t.reading.found} />
      <PagedList of={page.pagination} empty={t.members.noMembers} plain>
        {page.data.map((user) => (
          <li class="row faced" key={user.id}>
            <Who author={asAuthor(user)} />
            <p class="facts">{facts(user)}</p>
          </li>
        ))}
      </PagedList>
    </>
  )
}

const Members = ({ filter, page }: Pick<MemberListProps, "filter" | "page">) => {
  const { t } = useWebRequest()
  return (
    <div class="reading">
      <h1>{t.layout.members}</h1>
      <MemberList
        action="/members"
        filter={filter}
        page={page}
        facts={({ createdAt }) => (
          <span>
            {t.members.joinedSince} <When at={createdAt} />
          </span>
        )}
      />
    </div>
  )
}

interface Shown {
  readonly user: UserDetail
  readonly posts: PostPage
  readonly comments: ReadonlyArray<CommentOfMember>
  readonly isFollowing: boolean
}

const Standing = ({ user }: Pick<Shown, "user">) => {
  const { createdAt, email, id, suspended, verified } = user
  const { t, viewer } = useWebRequest()
  return (
    <p class="facts">
      <Badges author={asAuthor(user)} />
      {Option.isSome(suspended) ? <span class="badge unverified">{t.admin.suspended}</span> : null}
      {Option.isSome(verified) ? <span>{t.members.verifiedBy({ name: verified.value.by.username })}</span> : null}
      <span>
        {t.members.joinedSince} <When at={createdAt} />
      </span>
      {Option.isSome(email) ? (
        <span>
          {email.value} ({Option.exists(viewer, (one) => one.id === id) ? t.members.emailSeen : t.members.emailOfOther})
        </span>
      ) : null}
    </p>
  )
}

const Actions = ({ isFollowing, user: { id } }: Shown) => {
  const { t, viewer } = useWebRequest()
  if (Option.exists(viewer, (one) => one.id === id)) {
    return (
      <p>
        <a class="button second" href="/settings/profile">
          {t.members.changeProfile}
        </a>
      </p>
    )
  }
  return (
    <div class="actions">
      <Following path={`/members/${id}`} isFollowing={isFollowing} />
      <a href={`/report?type=user&id=${id}`}>{t.writing.report}</a>
      <details class="ask">
        <summary>{t.members.block}</summary>
        <p>{t.members.blockHint}</p>
        <Act action={`/members/${id}/block`} label={t.members.block} />
      </details>
      <Moderate type="user" id={id} />
      {Option.exists(viewer, actsAsAdmin) ? <a href={`/admin?member=${id}`}>{t.admin.manage}</a> : null}
    </div>
  )
}

const MemberPage = (shown: Shown) => {
  const { comments, posts, user } = shown
  const { bioHtml, diseases, id, username } = user
  const { t } = useWebRequest()
  return (
    <div class="reading">
      <Trail href="/members" label={t.layout.members} />
      <h1 class="titled">
        <Avatar of={user} />
        <bdi>{username}</bdi>
      </h1>
      <Standing user={user} />
      {Option.isSome(bioHtml) ? <Markup html={bioHtml.value} name="bio" under={1} /> : null}
      <Actions {...shown} />
      {diseases.length === 0 ? null : (
        <>
          <h2>{t.members.livesWith}</h2>
          <ul class="chips">
            {diseases.map((disease) => (
              <li key={disease.id}>
                <DiseaseLink disease={disease} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{t.members.postsOf({ name: username })}</h2>
      <List empty={t.members.noPosts}>
        {posts.data.map((post) => (
          <PostItem key={post.id} post={post} isOfMember />
        ))}
      </List>
      {posts.pagination.hasMore ? (
        <p>
          <a class="more" href={`/posts?authorId=${id}`}>
            {t.reading.allPosts}
          </a>
        </p>
      ) : null}
      <RepliesOfMember comments={comments} username={username} />
    </div>
  )
}

/** The members whom the script offers for a mention. */
const MentionQuery = Schema.Struct({
  search: Schema.String,
  postId: optional(decimal(PostId), { description: "The post that is answered." })
})

const ofMember = { ...forMembers, pathSchema: UserPath }

const services = Effect.all([Users, Posts, Comments, Follows, Blocks, makeDiseaseNames])

export const routes = Effect.map(services, ([users, posts, comments, follows, blocks, namesOf]) => [
  page({
    ...forMembers,
    path: "/members",
    querySchema: UserQuery,
    show: (request) =>
      Effect.map(users.list(request.parameters), (page) => ({
        title: request.t.layout.members,
        body: <Members filter={request.parameters} page={page} />
      }))
  }),
  page({
    ...forMembers,
    path: "/members/named",
    kind: "script",
    querySchema: MentionQuery,
    show: ({ parameters: { postId, search } }) =>
      Effect.map(users.named(search, Option.fromNullable(postId)), (found) =>
        HttpServerResponse.unsafeJson({ data: found.map(({ id, username }) => ({ id, name: username })) })
      )
  }),
  page({
    ...ofMember,
    path: "/members/:id",
    show: (request) =>
      Effect.gen(function* () {
        const { id } = request.path
        const user = yield* users.get(id)
        const found = yield* posts.list({ authorId: id, limit: postsOfMember })
        const replies = yield* comments.newestOf(id)
        const isFollowed = yield* follows.isFollowing({ type: "user", id })
        const names = yield* namesOf(request, [...user.diseases, ...diseasesOf(found)])
        return {
          title: user.username,
          body: (
            <CurrentDiseaseNames.Provider value={names}>
              <MemberPage user={user} posts={found} comments={replies} isFollowing={isFollowed} />
            </CurrentDiseaseNames.Provider>
          )
        }
      })
  }),
  action({
    ...ofMember,
    path: "/members/:id/follow",
    send: (request) => changeFollow(request, follows.followUser(request.path.id), follows.unfollowUser(request.path.id))
  }),
  action({
    ...ofMember,
    path: "/members/:id/block",
    send: (request) => {
      const { id } = request.path
      const isEnding = request.form.values["block"] === "no"
      return Effect.as(isEnding ? blocks.unblock(id) : blocks.block(id), saved("blocks"))
    }
  })
])
