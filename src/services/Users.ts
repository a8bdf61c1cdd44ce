import { Array, Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, NotAllowed, type SignedInUser } from "../domain/CurrentUser.ts"
import type { CursorRefused } from "../domain/Cursor.ts"
import { UnknownDiseases } from "../domain/Disease.ts"
import type { DiseaseId, UserId } from "../domain/Ids.ts"
import { userList } from "../domain/Lists.ts"
import type { MarkdownRefused } from "../domain/Markdown.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import type { Role } from "../domain/Role.ts"
import type { TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { UserChange, UserDetail, UserFilter, UserNotFound, UsernameTaken, UserPage } from "../domain/User.ts"
import { usernameKey } from "../domain/Username.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { UsersRepo } from "../repositories/UsersRepo.ts"
import { Changes } from "./Changes.ts"
import { admin, ownerOrAdmin, require } from "./Policy.ts"
import { Texts } from "./Texts.ts"

const shownTo = (viewer: SignedInUser, detail: UserDetail): UserDetail =>
  viewer.role === "admin" || viewer.id === detail.id ? detail : { ...detail, email: Option.none() }

const make = Effect.gen(function* () {
  const users = yield* UsersRepo
  const diseases = yield* DiseasesRepo
  const changes = yield* Changes
  const transaction = yield* Transaction
  const texts = yield* Texts

  const detail = (id: UserId) => Effect.flatMap(users.detail(id), texts.withBioHtml)

  const list = Effect.fnUntraced(function* (request: PageRequest & UserFilter) {
    const list = userList(request)
    const window = yield* windowOf(list, request)
    // It matches emails too, which other members must not learn.
    if (request.search !== undefined)
      yield* require(admin("only an admin may search members: list them without search"))
    const { items, ...found } = yield* users.page(request, window)
    return pageOf(list, window, { ...found, items: yield* Effect.forEach(items, texts.withBioHtml) })
  })

  const get = Effect.fnUntraced(function* (id: UserId) {
    return shownTo(yield* CurrentUser, yield* detail(id))
  })

  const me = Effect.flatMap(CurrentUser, ({ id }) => Effect.catchTag(detail(id), "UserNotFound", Effect.die))

  /** Each disease once, as first named. */
  const known = Effect.fnUntraced(function* (ids: ReadonlyArray<DiseaseId>) {
    const once = Array.dedupe(ids)
    const missing = yield* diseases.missing(once)
    return missing.length === 0 ? once : yield* new UnknownDiseases({ field: "diseaseIds", ids: missing })
  })

  /** There is always an admin once there has been one: else the next to register could claim to be the first. */
  const requireAnAdmin = Effect.fnUntraced(function* (id: UserId, role: Role) {
    if (role === "admin") return
    yield* users.lockFirstAdmin
    if ((yield* users.detail(id)).role === "admin" && !(yield* users.otherAdminExists(id))) {
      return yield* new NotAllowed({ why: "this is the only admin: make another member an admin first" })
    }
  })

  const changeOf = Effect.fnUntraced(function* (id: UserId, { bio, diseaseIds, role, username }: UserChange) {
    const filteredBio = yield* Effect.transposeMapOption(bio, (typed) =>
      Effect.map(Effect.transposeMapOption(typed, texts.bio), Option.flatten)
    )
    const changed = yield* transaction.atomically(
      Effect.gen(function* () {
        yield* users.detail(id)
        const user = yield* require(ownerOrAdmin(id, "only the member and admins may change this profile"))
        if (Option.isSome(role)) {
          yield* require(admin("only an admin may change a role"))
          yield* requireAnAdmin(id, role.value)
        }
        const knownIds = yield* Effect.transposeMapOption(diseaseIds, known)
        yield* users.update(id, {
          username: Option.map(username, (name) => ({ name, key: usernameKey(name) })),
          bio: filteredBio,
          role
        })
        yield* Effect.transposeMapOption(knownIds, (ids) => users.setDiseases(id, ids))
        yield* changes.record([{ kind: "user", id, userId: id }])
        return shownTo(user, yield* detail(id))
      })
    )
    // Not inside: two admins who change each other would lock each other's rows in turn.
    yield* users.touch((yield* CurrentUser).id, yield* DateTime.now)
    return changed
  })

  const changeMe = (change: UserChange) =>
    Effect.flatMap(CurrentUser, ({ id }) => Effect.catchTag(changeOf(id, change), "UserNotFound", Effect.die))

  return { list, get, change: changeOf, me, changeMe }
})

/** The members of the community, as other members see them (contract, Records). */
export class Users extends Context.Tag("services/Users")<
  Users,
  {
    /** One page of members, newest first, narrowed to a role and a search. Fails with `CursorRefused`, then `NotAllowed` for a search of somebody who is no admin. */
    readonly list: (
      request: PageRequest & UserFilter
    ) => Effect.Effect<UserPage, CursorRefused | NotAllowed | Unavailable, CurrentUser>

    /** The member in detail, the email to oneself and admins only. Fails with `UserNotFound`. */
    readonly get: (id: UserId) => Effect.Effect<UserDetail, UserNotFound | Unavailable, CurrentUser>

    /**
     * Changes a profile: one's own, or any as an admin, else `NotAllowed`; a role as an admin only, and never that of
     * the only admin. Fails with
     * `UserNotFound`, `UnknownDiseases` and `UsernameTaken`, and then changes nothing.
     */
    readonly change: (
      id: UserId,
      change: UserChange
    ) => Effect.Effect<
      UserDetail,
      MarkdownRefused | TextRefused | UserNotFound | NotAllowed | UnknownDiseases | UsernameTaken | Unavailable,
      CurrentUser
    >

    /** The caller in detail. */
    readonly me: Effect.Effect<UserDetail, Unavailable, CurrentUser>

    /** `change` of the caller's own profile. */
    readonly changeMe: (
      change: UserChange
    ) => Effect.Effect<
      UserDetail,
      MarkdownRefused | TextRefused | NotAllowed | UnknownDiseases | UsernameTaken | Unavailable,
      CurrentUser
    >
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Users, make)
}
