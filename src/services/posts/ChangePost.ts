import { DateTime, Effect, Option } from "effect"
import { authorKindOf } from "../../domain/accounts/CurrentUser.ts"
import { UnknownDiseases } from "../../domain/diseases/Disease.ts"
import type { DiseaseId, PostId } from "../../domain/Ids.ts"
import { maxContentCharacters, type PostChange } from "../../domain/posts/Post.ts"
import { tooLong } from "../../domain/Text.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { type PostOwnership, PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { ownerOrAdmin, require } from "../accounts/Policy.ts"
import { HiddenPosts } from "../moderation/HiddenPosts.ts"
import { writing } from "../Writing.ts"
import { Audiences } from "./Audiences.ts"
import { ContentFilter, requireContentLength } from "./ContentFilter.ts"
import { mention } from "./Mentions.ts"
import { changedLanguage, textOr } from "./TextLanguage.ts"
import { ViewCounter } from "./ViewCounter.ts"

/** The change of a post: see `Posts.change`. */
export const changePost = Effect.gen(function* () {
  const hidden = yield* HiddenPosts
  const posts = yield* PostsRepo
  const diseases = yield* DiseasesRepo
  const { audit, changes, users, write } = yield* writing
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const views = yield* ViewCounter
  const notifications = yield* NotificationsRepo
  const audiences = yield* Audiences

  /** A disease that was retired since may stay. */
  const requireDisease = Effect.fnUntraced(function* (id: DiseaseId, stored: PostOwnership) {
    const missing = Option.contains(stored.diseaseId, id) ? [] : yield* diseases.missing([id])
    if (missing.length > 0) yield* new UnknownDiseases({ field: "diseaseId", ids: missing })
  })

  /** The language of a post after a change, for a text that has another one. */
  const languageAfter = (sent: PostChange, stored: PostOwnership, title: string, content: string) =>
    changedLanguage(sent.language, `${stored.title}\n${stored.content}`, `${title}\n${content}`)

  /** The addresses of the author and of the caller, who must be allowed to know the first. */
  const emailsFor = Effect.fnUntraced(function* (id: PostId) {
    const stored = yield* hidden.ownership(id)
    const user = yield* mayChange(stored)
    return yield* leaks.emailsOf(stored.authorId, user.id)
  })

  return Effect.fnUntraced(function* (id: PostId, sent: PostChange) {
    // An over-long text is legal only if it equals the stored one: checked before the filter takes minutes for it.
    if (Option.isSome(Option.flatMap(sent.content, contentTooLong))) {
      const stored = yield* hidden.ownership(id)
      yield* mayChange(stored)
      yield* requireLength(sent.content, stored.content)
    }
    const emails = emailsFor(id)
    const title = yield* Effect.transposeMapOption(sent.title, (title) => texts.title(title, emails))
    const content = yield* Effect.transposeMapOption(sent.content, (content) => texts.content(content, emails))
    const changing = Effect.gen(function* () {
      const stored = yield* hidden.lock(id)
      const user = yield* mayChange(stored)
      yield* requireLength(sent.content, stored.content)
      yield* Effect.transposeMapOption(Option.flatten(sent.diseaseId), (id) => requireDisease(id, stored))
      const audience = yield* audiences.afterChange(id, stored, sent)
      const updatedAt = yield* DateTime.now
      const { category, diseaseId } = sent
      const isRewritten = Option.isSome(title) || Option.isSome(content)
      const authorKind = isRewritten ? authorKindOf(user) : "human"
      const titleAfter = Option.getOrElse(title, () => stored.title)
      const language = yield* languageAfter(sent, stored, titleAfter, textOr(content, stored))
      const change = { title, content, language, category, audience, diseaseId, authorKind, updatedAt }
      const update = Effect.gen(function* () {
        const changed = yield* posts.update(id, change, user.id)
        const mentioned = yield* mention(notifications, { type: "post", id }, content, updatedAt)
        const isMoved = audience !== stored.audience
        yield* changes.append([{ kind: "post", id, userId: isMoved ? stored.authorId : null }, ...mentioned])
        if (isMoved) yield* changes.append(yield* audiences.changesOf(id, stored, audience))
        return changed
      })
      const value = Option.isSome(stored.decisionId)
        ? yield* hidden.updateHidden(id, change, user.id)
        : (yield* views.peek(id, update)).value
      yield* users.touch(user.id, updatedAt)
      const { authorId: userId } = stored
      yield* audit.recordOfOthers({ action: "post_changed", actorId: user.id, userId, targetId: id })
      return value
    })
    return yield* write(changing)
  })
})

const contentTooLong = (content: string) => tooLong("content", content, maxContentCharacters)

const requireLength = (sent: Option.Option<string>, stored: string) =>
  requireContentLength(sent, stored, maxContentCharacters)

const mayChange = ({ authorId }: PostOwnership) => require(ownerOrAdmin(authorId, "changePost"))
