import { Effect, type Redacted } from "effect"
import type { Audience } from "../../../src/domain/posts/Audience.ts"
import { newFamily } from "../../contracts/diseases/newDiseases.ts"
import { unique } from "../../contracts/newRows.ts"
import { publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at, eachOf, listAt } from "../../support/Wire.ts"
import { joinWith, keyOf } from "../../transport/http/audiences/AudienceViewers.ts"

/** The narrowings, and who loses the right to read by each: an API key without the scope, or a member. */
export const narrowings = [
  { before: "everyone", after: "members", loser: "a key" },
  { before: "members", after: "disease", loser: "a member" }
] as const

export type Narrowing = (typeof narrowings)[number]

export const titleOf = ({ after, before, loser }: Narrowing) => `from ${before} to ${after}, beside ${loser}`

const narrowed = ({ before }: Narrowing) =>
  Effect.gen(function* () {
    const [maria, family] = [yield* join(), yield* newFamily]
    const [concerned, stranger] = [yield* joinWith(family.form), yield* joinWith(family.stranger)]
    const post = yield* publish(maria, { audience: before, diseaseId: family.asked })
    return { maria, concerned, stranger, post }
  })

/** A post, its author, somebody who may read it after a narrowing, and somebody who may not. */
export const scene = (narrowing: Narrowing) =>
  Effect.gen(function* () {
    const { concerned, maria, post, stranger } = yield* narrowed(narrowing)
    const path = `/api/posts/${post.id}`
    const loser = narrowing.loser === "a key" ? yield* keyOf(stranger) : stranger.token
    const setAudience = (audience: Audience) => send("PATCH", path, { as: maria.token, body: { audience } })
    const comment = (as: Redacted.Redacted, content = unique()) =>
      send("POST", `${path}/comments`, { as, body: { content } })
    const like = (as: Redacted.Redacted) => send("PUT", `${path}/like`, { as })
    /** The statuses of what shows the post. */
    const seenBy = (as: Redacted.Redacted) =>
      Effect.forEach([path, `${path}/comments`, `${path}/like`], (path) =>
        Effect.map(send("GET", path, { as }), ({ status }) => status)
      )
    const stored = Effect.gen(function* () {
      const thread = yield* send("GET", `${path}/comments?limit=100`, { as: maria.token })
      const { body } = yield* send("GET", path, { as: maria.token })
      return {
        audience: at(body, "audience"),
        comments: eachOf(thread),
        replyCount: at(body, "replyCount"),
        shown: listAt(body, "comments").length,
        likeCount: at(body, "likeCount")
      }
    })
    const narrow = setAudience(narrowing.after)
    return { maria, concerned, stranger, loser, post, path, setAudience, narrow, comment, like, seenBy, stored }
  })

export type Stored = Effect.Effect.Success<Effect.Effect.Success<ReturnType<typeof scene>>["stored"]>
