import { Effect, Option, Schedule, type Schema } from "effect"
import type { PostId } from "../../src/domain/Ids.ts"
import type { NewPost } from "../../src/domain/posts/Post.ts"
import { UsersRepo } from "../../src/ports/accounts/UsersRepo.ts"
import { unique } from "../contracts/newRows.ts"
import { join } from "./Members.ts"

/** A member who has joined. */
export type Member = Effect.Effect.Success<ReturnType<typeof join>>

/** The body of a registration on the wire. */
export const account = (given: Readonly<Record<string, unknown>> = {}) => ({
  username: unique(),
  email: `${unique()}@example.org`,
  password: "correct horse battery",
  ...given
})

/** Registers a member and gives them a role. */
const joinAs = (role: "moderator" | "admin") =>
  Effect.gen(function* () {
    const member = yield* join()
    const users = yield* UsersRepo
    yield* users.update(member.user.id, { username: Option.none(), bio: Option.none(), role: Option.some(role) })
    return member
  })

export const joinAdmin = joinAs("admin")
export const joinModerator = joinAs("moderator")

/** Creates a post of a member, with unique texts unless they are given. */
export const publish = ({ client }: Member, given: Partial<Schema.Schema.Encoded<typeof NewPost>> = {}) =>
  client.posts.create({
    payload: { title: unique(), content: unique(), ...given }
  })

/** Creates a comment of a member. */
export const answer = ({ client }: Member, id: PostId, content = unique()) =>
  client.comments.create({ path: { id }, payload: { content } })

/** A disease by a name of the starter catalogue. */
export const diseaseNamed = ({ client }: Member, search: string) =>
  Effect.flatMap(client.diseases.list({ urlParams: { search, limit: 1 } }), ({ data: [disease] }) =>
    Effect.fromNullable(disease)
  )

/** Repeats a read for up to a second: lists may show the views of a post so late (contract, Records). */
export const withinASecond = <A, E, R>(read: Effect.Effect<A, E, R>, isSo: (found: A) => boolean) =>
  Effect.repeat(read, {
    until: isSo,
    schedule: Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(20))
  }).pipe(Effect.zipRight(read))

/** A member on the wire as the author of a text written without a key. */
export const authorOnWire = ({
  id,
  role,
  username
}: {
  readonly id: number
  readonly role: string
  readonly username: string
}) => ({
  id,
  username,
  role,
  verified: false,
  kind: "human"
})
