import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import type { Audience } from "../../../../src/domain/posts/Audience.ts"
import { nobody } from "../../../support/rows/World.ts"
import { cookieFor, open } from "../../web/support/Browse.ts"
import type { FamilyWorld, Planted, Viewer } from "./AudienceViewers.ts"

const pathsOf = ({ bob, disease, maria, post }: FamilyWorld, word: string) => [
  ...["/", "/posts", `/posts?search=${word}`, `/posts?search=word`, `/posts?diseaseId=${disease.id}`],
  ...["/posts?category=question", "/posts?audience=members", "/posts?audience=disease", "/posts?sort=replies"],
  ...["/posts?answered=true", `/posts?authorId=${maria.user.id}`, "/news", "/statistics", "/diseases"],
  ...[`/posts/${post.id}`, `/diseases/${disease.id}`, `/members/${maria.user.id}`, `/members/${bob.user.id}`],
  ...["/notifications", "/settings/data", "/settings/notifications", "/reports", "/decisions", "/sitemap.xml"],
  ...["/posts/new", "/moderation"]
]

/** A page without what differs at each time, such as the number of unread notifications. */
const lasting = (html: string) =>
  html
    .replaceAll(/\d+ views?/g, "")
    .replaceAll(/name="key" value="[^"]*"/g, "")
    .replaceAll(/<time class="exact".*?<\/time>/g, "")

const cookieOf = ({ as }: Viewer) => (as === undefined ? undefined : cookieFor({ token: as }))

const sessions = (viewers: Readonly<Record<string, Viewer>>) =>
  Object.entries(viewers)
    .filter(([, { kind }]) => kind === "session")
    .sort(([, one], [, other]) => other.reads.size - one.reads.size)

/** The pages that browsers show of posts, by viewer and address. */
export const pagesRead = (given: FamilyWorld, viewers: Readonly<Record<string, Viewer>>, word: string) =>
  Effect.gen(function* () {
    const seen: Record<string, unknown> = {}
    for (const [viewer, who] of sessions(viewers)) {
      for (const path of pathsOf(given, word)) {
        const { headers, status, text } = yield* open(path, { cookie: cookieOf(who) })
        if (who.reads.size > 0 && text.includes(word)) {
          const sent = [headers["cache-control"], headers["x-robots-tag"]]
          deepStrictEqual(sent, ["private, no-store", "noindex"], `${viewer} ${path}`)
        }
        seen[`${viewer}\tpage\t${path}`] = [status, lasting(text)]
      }
    }
    return seen
  })

const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, "0")

/** The thread is a page for whoever may read it, for no search engine and no cache; for others there is none. */
export const threadsOf = (
  viewers: Readonly<Record<string, Viewer>>,
  { comment, hidden, post }: Planted,
  audience: Audience,
  word: string
) =>
  Effect.gen(function* () {
    for (const [viewer, who] of sessions(viewers)) {
      const cookie = cookieOf(who)
      const { headers, status, text } = yield* open(`/posts/${post.id}`, { cookie })
      if (who.reads.has(audience)) {
        deepStrictEqual([status, text.includes(word)], [200, true], viewer)
        strictEqual(headers["x-robots-tag"], "noindex", viewer)
        strictEqual(headers["cache-control"], "private, no-store", viewer)
        continue
      }
      const ofPost = [
        `/posts/${post.id}`,
        `/posts/${post.id}/edit`,
        `/live?postId=${post.id}`,
        `/report?type=post&id=${post.id}`
      ]
      const ofComment = [`/comments/${comment.id}`, `/comments/${comment.id}/reply`, `/comments/${hidden.id}`]
      for (const path of [...ofPost, ...ofComment]) {
        const [asked, never] = [
          yield* open(path, { cookie }),
          yield* open(path.replace(/\d+/, `${nobody}`), { cookie })
        ]
        const [one, other] = [asked, never].map(({ status, text }) => [status, withoutNumbers(text)])
        deepStrictEqual(one, other, `${viewer} ${path}`)
        strictEqual(asked.text.includes(word), false, `${viewer} ${path}`)
      }
    }
  })
