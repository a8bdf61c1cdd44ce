import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import type { Audience } from "../../../../src/domain/posts/Audience.ts"
import { newFamily } from "../../../contracts/diseases/newDiseases.ts"
import { community } from "../../../support/Community.ts"
import { type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { eachOf, refusedFor } from "../../../support/Wire.ts"
import { cookieFor, open, submit } from "../../web/support/Browse.ts"

const setAudience = ({ token }: Member, id: number, audience: Audience) =>
  Effect.map(send("PATCH", `/api/posts/${id}`, { as: token, body: { audience } }), ({ status }) =>
    strictEqual(status, 200)
  )

const comment = ({ token }: Member, id: number, audience?: string) =>
  send("POST", `/api/posts/${id}/comments`, { as: token, body: { content: "My son has it too", audience } })

const commentsOf = ({ token }: Member, id: number) =>
  Effect.map(send("GET", `/api/posts/${id}/comments`, { as: token }), (listed) => eachOf(listed, "content"))

/** The audience that the form of a page sends. */
const sentBy = ({ text }: { readonly text: string }) => /name="audience" value="(\w+)"/.exec(text)?.[1]

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(
    `a comment on a widened post (${storage.name})`,
    (it) => {
      it.effect("is 409 and not stored where it was written for fewer readers, until it names those of now", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const { id } = yield* publish(maria, { audience: "members" })
          yield* setAudience(maria, id, "everyone")
          refusedFor(yield* comment(bob, id, "members"), 409, /this post is for everyone now.*"audience": "everyone"/)
          refusedFor(yield* comment(bob, id, "disease"), 409, /this post is for everyone now/)
          deepStrictEqual(yield* commentsOf(bob, id), [])
          strictEqual((yield* comment(bob, id, "everyone")).status, 201)
        })
      )

      it.effect("of members with a disease is 409 once all members read the post", () =>
        Effect.gen(function* () {
          const [maria, { asked: diseaseId }] = [yield* join(), yield* newFamily]
          const { id } = yield* publish(maria, { audience: "disease", diseaseId })
          yield* setAudience(maria, id, "members")
          refusedFor(yield* comment(maria, id, "disease"), 409, /this post is for members now/)
          strictEqual((yield* comment(maria, id, "members")).status, 201)
        })
      )

      it.effect("is stored where the post has the same or fewer readers, or the comment names none", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const { id } = yield* publish(maria, { audience: "members" })
          for (const audience of ["members", "everyone", undefined])
            strictEqual((yield* comment(bob, id, audience)).status, 201)
          refusedFor(yield* comment(bob, id, "friends"), 400, /audience/)
        })
      )

      it.effect("comes back in its form, which says who reads the post now, and is stored when it is sent again", () =>
        Effect.gen(function* () {
          const [maria, bob] = [yield* join(), yield* join()]
          const { id } = yield* publish(maria, { audience: "members" })
          const cookie = cookieFor(bob)
          const shown = sentBy(yield* open(`/posts/${id}`, { cookie })) ?? ""
          strictEqual(shown, "members")
          yield* setAudience(maria, id, "everyone")
          const values = { content: "My son has it too" }
          const path = `/posts/${id}/comments`
          // A preview still knows for whom the reply was written.
          const preview = yield* submit(path, { ...values, audience: shown, prepare: "preview" }, { cookie })
          strictEqual(sentBy(preview), "members")
          const refused = yield* submit(path, { ...values, audience: shown }, { cookie })
          strictEqual(refused.status, 409)
          assertTrue(refused.text.includes("Everyone on the internet can read this post now."))
          assertTrue(refused.text.includes("My son has it too</textarea>"))
          deepStrictEqual(yield* commentsOf(bob, id), [])
          const again = yield* submit(path, { ...values, audience: sentBy(refused) ?? "" }, { cookie })
          strictEqual(again.status, 303)
          deepStrictEqual(yield* commentsOf(bob, id), ["My son has it too"])
          const reply = yield* open(`/comments/${again.headers.location?.split("comment-")[1]}/reply`, { cookie })
          strictEqual(sentBy(reply), "everyone")
        })
      )
    }
  )
}
