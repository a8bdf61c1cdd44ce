import type { Random } from "../../../../../bench/driver/Random.ts"
import { send } from "../../../../support/Members.ts"
import { at } from "../../../../support/Wire.ts"
import { isFixed, isFound, type ModelPost } from "./Model.ts"
import type { People, Person } from "./People.ts"

type Sending = ReturnType<typeof send>

/** What is done to a post: its words, the answer that the model expects, and what it makes of the post. */
export interface Operation {
  readonly what: string
  readonly call: Sending
  readonly expected: number
  readonly after: (body: unknown) => ModelPost
}

const audiences = ["everyone", "members", "disease"] as const

/** Words that no other text of a run has; none begins as another one. */
export class Words {
  readonly #seed: number
  #last = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  get next() {
    return `canary${this.#seed}n${++this.#last}end`
  }
}

interface Scene {
  readonly random: Random
  readonly words: Words
  readonly people: People
}

const by = ({ as }: Person, body?: object) => ({ ...(as && { as }), ...(body && { body }) })

/** A new post, for a random audience. */
export const create = ({ people: { diseaseId, writers }, random, words }: Scene): Operation => {
  const [writer, word, audience] = [random.pick(writers), words.next, random.pick(audiences)]
  const body = { title: `About ${word}`, content: `All about ${word}.`, audience, diseaseId }
  const made = { word, author: writer.member, audience, place: "shown", hasOthers: false, comments: [] } as const
  return {
    what: `${writer.name} creates ${word} for ${audience}`,
    call: send("POST", "/api/posts", by(writer, body)),
    expected: 201,
    after: (body) => ({ ...made, id: Number(at(body, "id")) })
  }
}

const commented = ({ people, random, words }: Scene, post: ModelPost): Operation => {
  const [who, word] = [random.pick(people.readers.filter(({ as }) => as !== undefined)), words.next]
  const isAllowed = isFound(who, post)
  const added = (body: unknown) => ({ id: Number(at(body, "id")), word, author: who.member, isGone: false })
  return {
    what: `${who.name} comments on ${post.word}`,
    call: send("POST", `/api/posts/${post.id}/comments`, by(who, { content: `I know ${word}.` })),
    expected: isAllowed ? 201 : 404,
    after: (body) =>
      isAllowed
        ? {
            ...post,
            hasOthers: post.hasOthers || who.member !== post.author,
            comments: [...post.comments, added(body)]
          }
        : post
  }
}

const liked = ({ people, random }: Scene, post: ModelPost): Operation => {
  const who = random.pick(people.readers.filter(({ as, member }) => as !== undefined && member !== post.author))
  return {
    what: `${who.name} likes ${post.word}`,
    call: send("PUT", `/api/posts/${post.id}/like`, by(who)),
    expected: isFound(who, post) ? 200 : 404,
    after: () => post
  }
}

const retracted = ({ people, random }: Scene, post: ModelPost): Operation | undefined => {
  const comments = post.comments.filter(({ isGone }) => !isGone)
  if (comments.length === 0) return undefined
  const { author, id } = random.pick(comments)
  const writer = people.readers.find(({ kind, member }) => member === author && kind !== "visitor")
  if (writer === undefined) return undefined
  return {
    what: `${writer.name} deletes comment ${id} on ${post.word}`,
    call: send("DELETE", `/api/comments/${id}`, by(writer)),
    expected: 200,
    after: () => ({
      ...post,
      comments: post.comments.map((one) => (one.id === id ? { ...one, isGone: true } : one))
    })
  }
}

/** Something that is done to a post. */
export const operationOn = (scene: Scene, post: ModelPost): Operation => {
  const { people, random } = scene
  const path = `/api/posts/${post.id}`
  const author = people.writers.find(({ member }) => member === post.author) ?? people.moderator
  const decision = (action: "hide" | "restore", place: ModelPost["place"]): Operation => ({
    what: `the moderator's ${action} of ${post.word}`,
    call: send("POST", "/api/decisions", by(people.moderator, decided(post.id, action))),
    expected: 201,
    after: () => ({ ...post, place })
  })
  const removed = (): Operation => ({
    what: `${author.name} deletes ${post.word}`,
    call: send("DELETE", path, by(author)),
    expected: 200,
    after: () => ({ ...post, place: "gone" })
  })
  const setAudience = (): Operation => {
    const audience = random.pick(audiences)
    const isRefused = isFixed(post, audience)
    return {
      what: `${author.name} shows ${post.word} to ${audience}`,
      call: send("PATCH", path, by(author, { audience })),
      expected: isRefused ? 409 : 200,
      after: () => (isRefused ? post : { ...post, audience })
    }
  }
  const edited = (): Operation => ({
    what: `${author.name} edits ${post.word}`,
    call: send("PATCH", path, by(author, { content: `More of ${post.word}: ${scene.random.upTo(1_000_000)}` })),
    expected: 200,
    after: () => post
  })
  if (post.place === "hidden") return random.next() < 0.8 ? decision("restore", "shown") : removed()
  const chance = random.next()
  if (chance < 0.35) return setAudience()
  if (chance < 0.65) return commented(scene, post)
  if (chance < 0.75) return liked(scene, post)
  if (chance < 0.83) return edited()
  if (chance < 0.9) return retracted(scene, post) ?? edited()
  return chance < 0.97 ? decision("hide", "hidden") : removed()
}

const decided = (id: number, action: string) => ({
  ...{ target: { type: "post", id }, action },
  ...{ rule: "No advertisements", reason: "It sells pills." }
})
