import { HttpServerResponse } from "@effect/platform"
import { Effect, Option, Schema } from "effect"
import { Title } from "../../../../domain/posts/Post.ts"
import type { SimilarDiscussion } from "../../../../domain/posts/Similar.ts"
import { Similar } from "../../../../services/posts/Similar.ts"
import { renderFor } from "../../Layout.tsx"
import { forMembers, page } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"

/** The maximum number of similar posts that are shown while a title is typed. */
const maxPosts = 5

const titleIn = Schema.decodeOption(Title)

/** The posts that are similar to a title as it is typed, the most similar first. */
export const makeSimilarTo = Effect.map(Similar, ({ to }) => (typed: string) => {
  const text = titleIn(typed)
  if (Option.isNone(text)) return Effect.succeed([])
  const found = to({ text, postId: Option.none(), limit: Option.some(maxPosts) })
  return Effect.map(
    Effect.catchTags(found, { NothingToCompare: Effect.die, PostNotFound: Effect.die }),
    ({ data }) => data
  )
})

export const SimilarPosts = ({ found }: { readonly found: ReadonlyArray<SimilarDiscussion> }) => {
  const { t } = useWebRequest()
  return found.length === 0 ? null : (
    <>
      <p>{t.writing.similar}</p>
      <ul class="links">
        {found.map(({ post: { id, replyCount, title } }) => (
          <li key={id}>
            <a href={`/posts/${id}`} dir="auto">
              {title}
            </a>{" "}
            <span class="hint">{t.reading.replies({ count: replyCount })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The part of the page for writing that its script replaces while a title is typed. */
export const routes = Effect.map(makeSimilarTo, (similarTo) => [
  page({
    ...forMembers,
    path: "/posts/similar",
    kind: "script",
    querySchema: Schema.Struct({ title: Schema.String }),
    show: (request) =>
      Effect.map(similarTo(request.parameters.title), (found) =>
        HttpServerResponse.text(renderFor(request, <SimilarPosts found={found} />), {
          contentType: "text/html; charset=utf-8"
        })
      )
  })
])
