import { Effect } from "effect"
import { type Member, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { type Opened, open, type Reader, type Received } from "../../support/Reader.ts"
import { at } from "../../support/Wire.ts"

/** An author with a post, and another member. */
export const scene = Effect.gen(function* () {
  const [maria, bob] = [yield* join(), yield* join("expert")]
  return { maria, bob, post: yield* publish(maria) }
})

/** Opens a stream of a member, and reads its first event. */
export const follow = ({ token }: Pick<Member, "token">, opened: Opened = {}) =>
  Effect.tap(open({ as: token, ...opened }), ({ next }) => next)

/** The ids of the notifications among events, in order. */
export const idsOf = (events: ReadonlyArray<Received>) =>
  events.filter(({ event }) => event === "notification").map(({ data }) => Number(at(data, "id")))

/** Reads until the notification of this id, and gives the ids of all that came. */
export const until = ({ next }: Reader, id: number) =>
  Effect.gen(function* () {
    const seen: Array<number> = []
    while (seen.at(-1) !== id) seen.push(...idsOf([yield* next]))
    return seen
  })

/** Reads the remaining events of a stream up to its end. */
export const ending = ({ next }: Reader) =>
  Effect.gen(function* () {
    const seen = [yield* next]
    while (seen.at(-1)?.event !== "ended") seen.push(yield* next)
    return seen.slice(0, -1)
  })

/** The one event of a stream that was closed for this reason. */
export const closed = (reason: string): ReadonlyArray<Received> => [{ event: "close", data: { reason } }]
