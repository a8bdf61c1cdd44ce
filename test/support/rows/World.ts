import { Array, Context, DateTime, Effect, Layer, Option, Record, Redacted } from "effect"
import { maxApiKeys } from "../../../src/domain/accounts/ApiKey.ts"
import { maxFollows } from "../../../src/domain/follows/Follow.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import type { LinkPurpose } from "../../../src/domain/mail/Mail.ts"
import type { TextTarget } from "../../../src/domain/moderation/Target.ts"
import { maxFeeds } from "../../../src/domain/news/Feed.ts"
import { maxPushSubscriptions } from "../../../src/domain/notifications/Push.ts"
import { readerOfAll } from "../../../src/domain/posts/Audience.ts"
import { BlocksRepo } from "../../../src/ports/accounts/BlocksRepo.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { VerificationRequestsRepo } from "../../../src/ports/accounts/VerificationRequestsRepo.ts"
import { CommunitySettingsRepo } from "../../../src/ports/CommunitySettingsRepo.ts"
import { FollowsRepo } from "../../../src/ports/follows/FollowsRepo.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { DecisionsRepo } from "../../../src/ports/moderation/DecisionsRepo.ts"
import { NewsRepo, ownKeys } from "../../../src/ports/news/NewsRepo.ts"
import { PushRepo } from "../../../src/ports/notifications/PushRepo.ts"
import { TranslationsRepo } from "../../../src/ports/posts/TranslationsRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { feedIdOf } from "../../../src/services/news/Feeds.ts"
import { newDecision, newReport } from "../../contracts/moderation/newDecisions.ts"
import { newComment, newKeyRow, newPost, unique } from "../../contracts/newRows.ts"
import { newItem } from "../../contracts/news/newNews.ts"
import { diseaseNamed, joinAdmin, type Member, publish } from "../Given.ts"
import { join } from "../Members.ts"
import { newDevice } from "../push/PushDevice.ts"
import { restored } from "../storage/Restored.ts"
import { factorWorld } from "./FactorWorld.ts"
import { oncePerCommunity } from "./OncePerCommunity.ts"
import { onlyWebhook } from "./OnlyWebhook.ts"

/** A request: as the caller of the row, unless it says otherwise. */
export interface Ask {
  readonly path: string
  readonly body?: unknown
  readonly as?: Redacted.Redacted | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** What has to happen before, where it is sent after others. */
  readonly before?: Effect.Effect<unknown, unknown>
}

/** An endpoint at work: a request that succeeds, and one that fails with each status that only this endpoint declares. */
export interface Row {
  readonly status: number
  readonly ask: Ask
  readonly fails: Readonly<Record<number, Ask>>
}

/** A request that succeeds, and each that fails: the same but for what it names. */
export const row = (ask: Ask, fails: Readonly<Record<number, Partial<Ask>>> = {}, status = 200): Row => ({
  status,
  ask,
  fails: Record.map(fails, (change) => ({ ...ask, ...change }))
})

/** The same about one record: 404 for an id that no record has. */
export const rowOf = (ask: Ask, fails: Readonly<Record<number, Partial<Ask>>> = {}, status = 200): Row =>
  row(ask, { 404: { path: ask.path.replace(/\d+/, String(nobody)) }, ...fails }, status)

/** What the caller of a row sends in place of an admin. */
export const asMember: Partial<Ask> = { as: undefined }

/** The row of an endpoint for admins alone. */
export const ofAdmins =
  (path: string, body?: unknown, fails: Readonly<Record<number, Partial<Ask>>> = {}, status = 200) =>
  ({ admin }: World): Row =>
    row({ path, body, as: admin.token }, { ...fails, 403: asMember }, status)

/** A member who has as many keys as allowed. */
const collector = oncePerCommunity(
  Effect.gen(function* () {
    const member = yield* join()
    const { addKey } = yield* CredentialsRepo
    yield* Effect.forEach(Array.range(1, maxApiKeys), () => addKey(newKeyRow(member.user.id)), { discard: true })
    return member
  })
)

/** A device at a name that nothing can be sent to. */
export const someDevice = () => ({ endpoint: `https://push.invalid/${unique()}`, keys: newDevice().keys })

/** Adds a device of a member's only session, without a request. */
const addDevice = ({ user }: Member) =>
  Effect.gen(function* () {
    const createdAt = yield* DateTime.now
    const [session] = yield* (yield* CredentialsRepo).sessionsOf(user.id, createdAt)
    const { id: sessionId } = yield* Effect.fromNullable(session)
    const { endpoint, keys } = someDevice()
    const device = { userId: user.id, sessionId, endpoint, ...keys, serverKey: "none", createdAt }
    const added = yield* (yield* PushRepo).put({ ...device, device: Option.none() })
    return (yield* added).id
  })

/** A member who is told on as many devices as allowed. */
const fullOfDevices = oncePerCommunity(
  Effect.tap(join(), (member) => Effect.replicateEffect(addDevice(member), maxPushSubscriptions, { discard: true }))
)

/** The token of a link that a member got by mail. */
const linkOf = (member: Effect.Effect.Success<ReturnType<typeof join>>, purpose: LinkPurpose, email?: string) =>
  Effect.gen(function* () {
    const { hashOf, newToken } = yield* Secrets
    const token = yield* newToken
    const link = { purpose, userId: member.user.id, email: Option.fromNullable(email) }
    const expiresAt = DateTime.add(yield* DateTime.now, { hours: 1 })
    yield* (yield* MailRepo).setLink({ ...link, hash: hashOf(token)?.hash ?? "", expiresAt })
    return Redacted.value(token)
  })

/** A member who follows as much as allowed. */
const followsAll = oncePerCommunity(
  Effect.gen(function* () {
    const [member, repo] = [yield* join(), yield* FollowsRepo]
    const at = DateTime.unsafeMake(0)
    yield* Effect.forEach(
      Array.range(1, maxFollows),
      (id) => repo.add(member.user.id, { type: "disease", id: DiseaseId.make(id + 1_000_000) }, at),
      { discard: true }
    )
    return member
  })
)

/** Each case is told to every admin, so many of them would make each world slower than the one before. */
const theAdmin = oncePerCommunity(joinAdmin)

/** The id of a news item of its own. */
const newNews = (key: string) =>
  Effect.gen(function* () {
    const repo = yield* NewsRepo
    yield* repo.save([newItem({ publishedAt: yield* DateTime.now, title: unique(), key })])
    return (yield* Effect.fromNullable((yield* repo.known([key]))[0])).id
  })

/** A feed, beside as many others as allowed. */
const listedFeed = Effect.gen(function* () {
  const newsFeeds = Array.makeBy(maxFeeds, (number) => `https://feeds.example/${number}`)
  yield* Effect.flatMap(CommunitySettingsRepo, ({ update }) => update((stored) => ({ ...stored, newsFeeds })))
  const url = newsFeeds[0] ?? ""
  return { url, id: feedIdOf(yield* Secrets)(url) }
})

/** Stores a translation of a text. */
const translated = (target: TextTarget) =>
  Effect.gen(function* () {
    const repo = yield* TranslationsRepo
    const { language, revision, title } = Option.getOrThrow((yield* repo.read([target], "de"))[0] ?? Option.none())
    const words = { content: "Ja.", contentHtml: "<p>Ja.</p>", engine: "LibreTranslate" }
    const ofPost = Option.isSome(title) ? { title: "Ja?" } : {}
    yield* repo.store(target, revision, { language, to: "de", ...ofPost, ...words, createdAt: yield* DateTime.now })
  })

/** A small community: an author with a post and a comment, a member with a key, and an admin. */
const newWorld = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* theAdmin]
  const post = yield* publish(maria, { language: "en" })
  const comment = yield* newComment(post.id, maria.user.id, unique(), { language: "en" })
  yield* translated({ type: "post", id: post.id })
  yield* translated({ type: "comment", id: comment.id })
  const key = yield* bob.client.auth.createApiKey({ payload: { name: "agent" } })
  const { addKey } = yield* CredentialsRepo
  const blocked = yield* join()
  yield* Effect.flatMap(BlocksRepo, ({ add }) => add(maria.user.id, blocked.user.id, DateTime.unsafeMake(0)))
  const [carol, dora] = [yield* join(), yield* join()]
  const agent = yield* carol.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
  const human = yield* addKey(newKeyRow(carol.user.id))
  const expired = yield* addKey(newKeyRow(carol.user.id, { expiresAt: Option.some(DateTime.unsafeMake(0)) }))
  const narrow = yield* dora.client.auth.createApiKey({ payload: { name: "narrow", scopes: ["write"] } })
  const resetToken = yield* linkOf(carol, "reset_password")
  const emailToken = yield* linkOf(carol, "confirm_email", `${unique()}@example.org`)
  const takenToken = yield* linkOf(dora, "confirm_email", bob.payload.email)
  const spam = yield* newPost({ authorId: bob.user.id })
  const reported = yield* newComment(post.id, bob.user.id)
  const report = yield* newReport({ reporterId: maria.user.id, target: { type: "comment", id: reported.id } })
  const now = yield* DateTime.now
  const decision = yield* newDecision({ subjectId: maria.user.id, createdAt: now })
  const appealed = yield* newDecision({ subjectId: bob.user.id, createdAt: now })
  const settled = yield* newDecision({ subjectId: bob.user.id, createdAt: now })
  const { addAppeal, setOutcome } = yield* DecisionsRepo
  for (const id of [appealed, settled]) yield* addAppeal(id, "No.", now)
  yield* setOutcome(settled, { outcome: "upheld", reason: "Yes.", byId: admin.user.id, at: now })
  const news = yield* newNews(unique())
  const { put } = yield* VerificationRequestsRepo
  const { id: request } = yield* put(bob.user.id, { as: "nurse", text: "Register 12345." }, now)
  const { id: invitation } = yield* admin.client.invitations.create({ payload: {} })
  const disease = yield* diseaseNamed(admin, "Marfan syndrome")
  const restricted = yield* newPost({ authorId: maria.user.id, audience: "members" })
  yield* newComment(restricted.id, bob.user.id, unique(), { reader: readerOfAll })
  return {
    factors: yield* factorWorld(maria),
    maria,
    bob,
    blocked,
    admin,
    post,
    /** A post for members that another member has commented on. */
    restricted,
    comment,
    key,
    carol,
    dora,
    agent,
    human,
    expired,
    narrow,
    resetToken,
    emailToken,
    takenToken,
    disease,
    news,
    ownNews: yield* newNews(ownKeys + unique()),
    feed: yield* listedFeed,
    request,
    invitation,
    webhook: yield* onlyWebhook,
    spam,
    reported,
    report,
    decision,
    appealed,
    settled,
    collector: yield* collector,
    follower: yield* followsAll,
    fullOfDevices: yield* fullOfDevices,
    device: yield* addDevice(maria)
  }
})
export type World = Effect.Effect.Success<typeof newWorld>

/** The small community, as it was when it was made. */
export const world = restored(newWorld)

/** One world for the requests of a suite that leave it as it is. */
export class SharedWorld extends Context.Tag("test/SharedWorld")<SharedWorld, World>() {
  static readonly layer = Layer.effect(SharedWorld, newWorld)
}

/** An id that no record has. */
export const nobody = 2_147_483_647
