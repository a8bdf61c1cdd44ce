import { Effect } from "effect"
import type { Random } from "../../../../../bench/driver/Random.ts"
import { ask } from "../../../../support/Raw.ts"
import { at, listAt } from "../../../../support/Wire.ts"
import { allowedWords, isFound, type ModelPost, ownWords } from "./Model.ts"
import type { Person } from "./People.ts"

const canary = /canary\w+end/g

/** One read: who may say which words there, and which it must say. */
interface Place {
  readonly path: string
  readonly accept?: string
  /** Read as a visitor, whoever asks. */
  readonly isPublic?: boolean
  /** The posts that it shows where the reader may read them; undefined where that is not modelled. */
  readonly shows?: (post: ModelPost) => boolean
  /** True for the reader's own data. */
  readonly isOwn?: boolean
  readonly hasTotal?: boolean
}

const every = () => true

/** Where a text might be shown, about random ones. The detail of a post counts its author's and moderators' reads, too. */
const placesOf = (random: Random, posts: ReadonlyArray<ModelPost>, diseaseId: number): ReadonlyArray<Place> => {
  const post = random.pick(posts)
  const comments = posts.flatMap(({ comments }) => comments)
  const comment = comments.length === 0 ? undefined : random.pick(comments)
  const only = ({ id }: ModelPost) => id === post.id
  const lists = ["", `&diseaseId=${diseaseId}`, `&authorId=${post.author}`, "&sort=replies"].map((query) => ({
    path: `/api/posts?limit=50${query}`,
    shows: query.includes("authorId") ? ({ author }: ModelPost) => author === post.author : every,
    hasTotal: true
  }))
  return [
    ...lists,
    { path: `/api/posts?search=${post.word}`, shows: only },
    { path: `/api/posts/${post.id}`, shows: only },
    { path: `/api/posts/${post.id}/comments?limit=50` },
    { path: `/api/posts/${post.id}/similar` },
    { path: `/api/posts/${post.id}/revisions` },
    ...(comment === undefined
      ? []
      : [{ path: `/api/comments/${comment.id}` }, { path: `/api/posts?search=${comment.word}` }]),
    { path: "/feeds/posts.xml", isPublic: true, shows: every },
    { path: `/feeds/posts/${post.id}.xml`, isPublic: true },
    { path: "/api/notifications?limit=50" },
    { path: "/api/users/me/export", isOwn: true },
    { path: "/api/reports?limit=50" },
    { path: "/sitemap.xml", isPublic: true }
  ]
}

/** Reads something as somebody. Gives what is wrong, by the posts as they were before and after the read. */
export const readAs = (
  random: Random,
  { before, diseaseId }: { readonly before: ReadonlyArray<ModelPost>; readonly diseaseId: number },
  person: Person
) => {
  const place = random.pick(placesOf(random, before, diseaseId))
  return Effect.map(
    ask("GET", place.path, { as: person.as }),
    ({ status, text }) =>
      (after: ReadonlyArray<ModelPost>) => {
        const said = new Set(text.match(canary))
        const reader = place.isPublic === true ? { ...person, kind: "visitor" as const } : person
        const allowed = [before, after].flatMap((posts) => [
          ...allowedWords(reader, posts),
          ...(place.isOwn === true ? ownWords(person, posts) : [])
        ])
        const where = `${person.name} at ${place.path} (${status})`
        const leaked = [...said].filter((word) => !allowed.includes(word)).map((word) => `${where} reads ${word}`)
        const { shows } = place
        const lasting = after.filter((post) => before.some((one) => one.id === post.id && isFound(reader, one)))
        const expected = shows === undefined ? [] : lasting.filter((post) => shows(post) && isFound(reader, post))
        const missing = expected.filter(({ word }) => !said.has(word)).map(({ word }) => `${where} lacks ${word}`)
        const body: unknown = place.hasTotal === true && status === 200 ? JSON.parse(text) : undefined
        const [rows, total] = [listAt(body, "data").length, at(body, "pagination", "total")]
        const isCounted = body === undefined || rows === total || rows === 50
        return [...leaked, ...missing, ...(isCounted ? [] : [`${where} has ${rows} rows of ${total}`])]
      }
  )
}
