import { Effect } from "effect"
import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import { maxNewComments, type NewComments } from "../../domain/posts/Place.ts"
import { Places } from "../../services/posts/Places.ts"
import { type BlockedIds, BlockedMembers, makeBlockedBy } from "./BlockedText.tsx"
import { useWebRequest, type WebRequest } from "./WebRequest.ts"

/** A reader's own view of a list of posts: members whom they block, and new comments in threads they have visited. */
interface ReaderView {
  readonly blocked: BlockedIds
  readonly fresh: ReadonlyMap<number, NewComments>
}

const FreshComments = createContext<ReaderView["fresh"]>(new Map())

/** Loads the reader's view. Cached pages have none. */
export const makeReaderView = Effect.map(
  Effect.all([makeBlockedBy, Places]),
  ([blockedBy, { newComments }]) =>
    (request: WebRequest) =>
      Effect.all({ blocked: blockedBy(request), fresh: newComments })
)

/** Shows lists of posts as their reader sees them. */
export const ReaderOverlay = ({ children, of }: { readonly of: ReaderView; readonly children: ComponentChildren }) => (
  <BlockedMembers.Provider value={of.blocked}>
    <FreshComments.Provider value={of.fresh}>{children}</FreshComments.Provider>
  </BlockedMembers.Provider>
)

/** "3 new", as the way to the first of them. */
export const Fresh = ({ postId }: { readonly postId: number }) => {
  const fresh = useContext(FreshComments).get(postId)
  return fresh === undefined ? null : (
    <a class="badge status" href={`/comments/${fresh.first}`}>
      {useFreshCount(fresh)}
    </a>
  )
}

/** The number of new comments in words. */
export const useFreshCount = ({ count }: NewComments): string => {
  const { freshCount, moreFresh } = useWebRequest().t.writing
  return count === maxNewComments ? moreFresh({ count }) : freshCount({ count })
}
