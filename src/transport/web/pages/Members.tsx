import { Effect, Option } from "effect"
import { actsAsAdmin } from "../../../domain/accounts/CurrentUser.ts"
import { Role } from "../../../domain/accounts/Role.ts"
import type { User, UserDetail, UserPage } from "../../../domain/accounts/User.ts"
import type { PostPage } from "../../../domain/posts/Post.ts"
import { Blocks } from "../../../services/accounts/OwnData.ts"
import { Users } from "../../../services/accounts/Users.ts"
import { Follows } from "../../../services/follows/Follows.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { toWireError } from "../../http/Errors.ts"
import { backFrom } from "../Browser.ts"
import { english } from "../DiseaseNames.tsx"
import { FilterMenu, FilterSearch } from "../Filters.tsx"
import { Following, makeIsFollowing } from "../Following.tsx"
import { Act } from "../Form.tsx"
import { numberIn } from "../Languages.ts"
import { List, Markup, Pages, PostItem, Trail, When, Who } from "../Pieces.tsx"
import { action, forMembers, type Visit } from "../Visit.ts"

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

const MemberList = ({
  filter,
  page,
  visit
}: {
  readonly filter: Filter
  readonly page: UserPage
  readonly visit: Visit
}) => {
  const { language, t, viewer } = visit
  return (
    <>
      <h1>{t.frame.members}</h1>
      <form action="/members" role="search" class="filters">
        {Option.exists(viewer, actsAsAdmin) ? <FilterSearch label={t.members.search} value={filter.search} /> : null}
        <FilterMenu
          name="role"
          label={t.members.role}
          chosen={filter.role}
          choices={[
            { value: "", label: t.members.everyRole },
            ...Role.literals.map((value) => ({ value, label: t.members.roles[value] }))
          ]}
        />
        <button>{t.reading.show}</button>
      </form>
      <p role="status">{t.reading.found(page.pagination.total, numberIn(language, page.pagination.total))}</p>
      <List empty={t.members.noMembers} plain>
        {page.data.map((user) => (
          <li class="row" key={user.id}>
            <Who author={asAuthor(user)} visit={visit} />
            <p class="facts">
              <span>
                {t.members.joinedSince} <When at={user.createdAt} visit={visit} />
              </span>
            </p>
          </li>
        ))}
      </List>
      <Pages pagination={page.pagination} visit={visit} />
    </>
  )
}

interface Shown {
  readonly user: UserDetail
  readonly posts: PostPage
  readonly isFollowing: boolean
  readonly visit: Visit
}

const Standing = ({ user, visit }: Pick<Shown, "user" | "visit">) => {
  const { createdAt, email, role, verified } = user
  const { t } = visit
  return (
    <p class="facts">
      <span>{t.members.roles[role]}</span>
      {Option.isSome(verified) ? (
        <span class="badge verified">{t.members.verifiedBy(verified.value.by.username, verified.value.as)}</span>
      ) : null}
      {role === "expert" && Option.isNone(verified) ? <span class="badge unverified">{t.frame.unverified}</span> : null}
      <span>
        {t.members.joinedSince} <When at={createdAt} visit={visit} />
      </span>
      {Option.isSome(email) ? <span>{email.value}</span> : null}
    </p>
  )
}

const Actions = ({ isFollowing, user: { id }, visit }: Shown) => {
  const { t, viewer } = visit
  if (Option.exists(viewer, (one) => one.id === id)) {
    return (
      <p>
        <a href="/settings/profile">{t.members.changeProfile}</a>
      </p>
    )
  }
  return (
    <div class="actions">
      <Following path={`/members/${id}`} isFollowing={isFollowing} visit={visit} />
      <a href={`/report?type=user&id=${id}`}>{t.writing.report}</a>
      <details class="ask">
        <summary>{t.members.block}</summary>
        <p>{t.members.blockHint}</p>
        <Act action={`/members/${id}/block`} label={t.members.block} />
      </details>
      {Option.exists(viewer, actsAsAdmin) ? <a href={`/admin?member=${id}`}>{t.frame.admin}</a> : null}
    </div>
  )
}

const MemberPage = (shown: Shown) => {
  const { posts, user, visit } = shown
  const { bioHtml, diseases, id, username } = user
  const { t } = visit
  return (
    <div class="reading">
      <Trail visit={visit} links={[["/members", t.frame.members]]} />
      <h1>
        <bdi>{username}</bdi>
      </h1>
      <Standing user={user} visit={visit} />
      {Option.isSome(bioHtml) ? <Markup html={bioHtml.value} /> : null}
      <Actions {...shown} />
      {diseases.length === 0 ? null : (
        <>
          <h2>{t.members.livesWith}</h2>
          <ul class="chips">
            {diseases.map((disease) => (
              <li key={disease.id}>
                <a href={`/diseases/${disease.id}`} lang={english(visit)}>
                  {disease.name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{t.members.postsOf(username)}</h2>
      <List empty={t.reading.noPosts}>
        {posts.data.map((post) => (
          <PostItem key={post.id} post={post} visit={visit} />
        ))}
      </List>
      {posts.pagination.hasMore ? (
        <p>
          <a href={`/posts?authorId=${id}`}>{t.reading.allPosts}</a>
        </p>
      ) : null}
    </div>
  )
}

export const routes = Effect.map(
  Effect.all([Users, Posts, Follows, Blocks, makeIsFollowing]),
  ([users, posts, follows, blocks, isFollowing]) => [
    forMembers({
      path: "/members",
      twin: "users.list",
      show: (visit) =>
        Effect.map(toWireError(users.list(visit.parameters)), (page) => ({
          title: visit.t.frame.members,
          body: <MemberList filter={visit.parameters} page={page} visit={visit} />
        }))
    }),
    forMembers({
      path: "/members/:id",
      twin: "users.get",
      show: (visit) =>
        Effect.gen(function* () {
          const { id } = visit.path
          const user = yield* toWireError(users.get(id))
          const found = yield* toWireError(posts.list({ authorId: id, limit: 10 }))
          const isFollowed = yield* isFollowing("user", id)
          return {
            title: user.username,
            body: <MemberPage user={user} posts={found} isFollowing={isFollowed} visit={visit} />
          }
        })
    }),
    action({
      path: "/members/:id/follow",
      twin: "follows.followUser",
      send: (visit) => {
        const { id } = visit.path
        const change = visit.form.values["follow"] === "no" ? follows.unfollowUser(id) : follows.followUser(id)
        return Effect.as(toWireError(change), { location: backFrom(visit) })
      }
    }),
    action({
      path: "/members/:id/block",
      twin: "users.block",
      send: (visit) => {
        const { id } = visit.path
        const isEnding = visit.form.values["block"] === "no"
        return Effect.as(toWireError(isEnding ? blocks.unblock(id) : blocks.block(id)), {
          location: "/settings/blocks"
        })
      }
    })
  ]
)
