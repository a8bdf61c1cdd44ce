import { Array, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import {
  actsAsModerator,
  type ClientAddress,
  CurrentUser,
  type NotAllowed,
  NotSignedIn,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import {
  type Author,
  type DiseasesVisibleTo,
  type User,
  UserChange,
  type UserDetail,
  type UserFilter,
  type UserNotFound,
  type UserPage
} from "../../domain/accounts/User.ts"
import { usernameKey } from "../../domain/accounts/Username.ts"
import { type NewVerification, VerificationRequestChanged } from "../../domain/accounts/VerificationRequest.ts"
import type { TooManyFollows } from "../../domain/follows/Follow.ts"
import type { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import { userList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import type { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { FollowsRepo } from "../../ports/follows/FollowsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { LeakGuard } from "./LeakGuard.ts"
import { admin, require, requireAdminFor, shownTo, withoutSuspension } from "./Policy.ts"
import { type ChangeFailures, changing } from "./UserChanges.ts"
import { answering, withdrawVerification } from "./VerificationRequests.ts"

/** The members of the community, as other members see them (contract, Records). */
export class Users extends Context.Tag("services/accounts/Users")<
  Users,
  {
    /** Members, newest first. Fails with `InvalidCursor`, then `NotAllowed` for a search by another than an admin. */
    readonly list: (
      request: PageRequest & UserFilter
    ) => StorageEffect<UserPage, InvalidCursor | NotAllowed, CurrentUser>

    /**
     * Some other members by a part of their names, whom a text may mention: first those who wrote in a post, if it is
     * given (`UsersRepo.named`).
     */
    readonly named: (
      text: string,
      postId: Option.Option<PostId>
    ) => StorageEffect<ReadonlyArray<Pick<User, "id" | "username">>, never, CurrentUser>

    /** Members who wrote the newest posts about a disease or its subtypes, the latest first. */
    readonly writingAbout: (id: DiseaseId) => StorageEffect<ReadonlyArray<typeof Author.Type>>

    /** The member in detail; the email is for the member and for admins only. Fails with `UserNotFound`. */
    readonly get: (id: UserId) => StorageEffect<UserDetail, UserNotFound, CurrentUser>

    /**
     * Changes the caller's own profile, or any as an admin, else `NotAllowed`; a role as an admin only, and never that
     * of the only admin; an email as the member only, with the password (`AccountLinks`). Another username withdraws a
     * verification, and a request for one. A name or bio that an admin changes is an entry of the audit log. Fails with
     * `UserNotFound`, `UnknownDiseases`, `UsernameTaken` and `EmailTaken`, and then changes nothing.
     */
    readonly change: (
      id: UserId,
      change: UserChange
    ) => Effect.Effect<UserDetail, ChangeFailures | UserNotFound, CurrentUser | ClientAddress>

    /**
     * Verifies a member, as an admin, which answers their request. Fails with `UserNotFound`, then `NotAllowed`, and
     * with `VerificationRequestChanged` where the name or the request is no longer what the verification says.
     */
    readonly verify: (
      id: UserId,
      verification: NewVerification
    ) => StorageEffect<UserDetail, LeakFound | UserNotFound | NotAllowed | VerificationRequestChanged, CurrentUser>

    /** Withdraws what `verify` did; nothing changes for a member who is not verified. Fails as `verify` does. */
    readonly unverify: (id: UserId) => StorageEffect<UserDetail, UserNotFound | NotAllowed, CurrentUser>

    /** The caller in detail. Fails with `NotSignedIn` for one who has just left. */
    readonly me: StorageEffect<UserDetail, NotSignedIn, CurrentUser>

    readonly changeMe: (
      change: UserChange
    ) => Effect.Effect<UserDetail, ChangeFailures | NotSignedIn, CurrentUser | ClientAddress>

    /**
     * Adds a disease to those of the caller, sets who sees them, and follows the disease; or does none of it. Diseases
     * that are added at once all stay. A member with `maxOwnDiseases` gets no further one.
     */
    readonly joinDisease: (
      id: DiseaseId,
      visibleTo: Option.Option<DiseasesVisibleTo>
    ) => Effect.Effect<UserDetail, ChangeFailures | NotSignedIn | TooManyFollows, CurrentUser | ClientAddress>
  }
>() {
  static readonly layer = Layer.effect(Users, withSpans("Users", Effect.gen(make)))
}

/** The maximum number of members whom `named` finds. */
const maxNamesOffered = 8

/** The number of newest posts about a disease whose authors `writingAbout` gives. */
const maxPostsRead = 50

const noChange = Schema.decodeSync(UserChange)({})

function* make() {
  const users = yield* UsersRepo
  const posts = yield* PostsRepo
  const follows = yield* FollowsRepo
  const diseases = yield* DiseasesRepo
  const { write } = yield* writing
  const change = yield* changing

  const list = Effect.fnUntraced(function* (request: PageRequest & UserFilter) {
    const [viewer, now] = [yield* CurrentUser, yield* DateTime.now]
    // A search matches emails too, which other members must not learn.
    const allowed = Effect.when(require(admin("searchMembers")), () => request.search !== undefined)
    return yield* readPage(userList(request), request, (slice) =>
      Effect.map(Effect.zipRight(allowed, users.page(request, slice)), (found) => ({
        ...found,
        items: found.items.map((user) => withoutSuspension(actsAsModerator(viewer), now, user))
      }))
    )
  })

  const named = Effect.fnUntraced(function* (text: string, postId: Option.Option<PostId>) {
    const { id } = yield* CurrentUser
    const found = yield* users.named(text, postId, maxNamesOffered + 1)
    return found.filter((user) => user.id !== id).slice(0, maxNamesOffered)
  })

  const writingAbout = Effect.fnUntraced(function* (diseaseId: DiseaseId) {
    const about = { diseaseId, includeDescendants: true }
    const { items } = yield* posts.page(about, { offset: 0, limit: maxPostsRead })
    const authors = items.map(({ author }) => author)
    return Array.dedupeWith(authors, (one, other) => one.id === other.id)
  })

  const get = Effect.fnUntraced(function* (id: UserId) {
    return yield* shownTo(yield* CurrentUser, yield* users.detail(id))
  })

  const me = Effect.flatMap(CurrentUser, ({ id }) => Effect.catchTag(get(id), "UserNotFound", () => new NotSignedIn()))

  const changeMe = (sent: UserChange, added?: ReadonlyArray<DiseaseId>) =>
    Effect.flatMap(CurrentUser, ({ id }) =>
      Effect.catchTag(change(id, sent, added), "UserNotFound", () => new NotSignedIn())
    )

  const joinDisease = Effect.fnUntraced(function* (id: DiseaseId, diseasesVisibleTo: Option.Option<DiseasesVisibleTo>) {
    const member = yield* changeMe({ ...noChange, diseasesVisibleTo }, [id])
    // A retired disease leads to the one that took its place.
    const now = yield* Effect.catchTag(Effect.asSome(diseases.get(id)), "DiseaseNotFound", () => Effect.succeedNone)
    if (Option.isSome(now)) yield* follows.add(member.id, { type: "disease", id: now.value.id }, yield* DateTime.now)
    return member
  }, write)

  return {
    list,
    named,
    writingAbout,
    get,
    change,
    me,
    changeMe,
    joinDisease,
    ...(yield* verification)
  }
}

const verification = Effect.gen(function* () {
  const { audit, changes, users, write } = yield* writing
  const leaks = yield* LeakGuard
  const answer = yield* answering
  const requireAdmin = (id: UserId) => requireAdminFor(users, id, "verifyMember")

  const change = Effect.fnUntraced(function* <E>(
    id: UserId,
    apply: (before: UserDetail, caller: SignedInUser) => Effect.Effect<unknown, E>
  ) {
    const caller = yield* requireAdmin(id)
    yield* users.lockForVerification(id)
    yield* apply(yield* users.detail(id), caller)
    yield* changes.append([{ kind: "user", id, userId: id }])
    return yield* shownTo(caller, yield* users.detail(id))
  }, write)

  const verify = Effect.fnUntraced(function* (id: UserId, { as, asked, username }: NewVerification) {
    const emails = Effect.flatMap(requireAdmin(id), (user) => leaks.emailsOf(id, user.id))
    yield* leaks.check("as", [as], emails)
    return yield* change(
      id,
      Effect.fnUntraced(function* (member, { id: by }) {
        const isRenamed = Option.exists(username, (name) => usernameKey(name) !== usernameKey(member.username))
        if (isRenamed) return yield* new VerificationRequestChanged()
        yield* users.setVerification(id, Option.some({ by, at: yield* DateTime.now, as }))
        yield* audit.record({ action: "verified", actorId: by, userId: id, detail: as })
        yield* answer(id, { given: true, reason: null }, by, asked)
      })
    )
  })

  return {
    verify,
    unverify: (id: UserId) => change(id, (member, caller) => withdrawVerification({ audit, users }, member, caller))
  }
})
