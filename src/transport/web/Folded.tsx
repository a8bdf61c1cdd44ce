import { Effect, Option } from "effect"
import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import { Blocks } from "../../services/accounts/Blocks.ts"
import { useWebRequest, type WebRequest } from "./WebRequest.ts"

/** The ids of the members whom a reader blocks. */
export type BlockedIds = ReadonlySet<number>

/** The members whom the reader of a page blocks. */
export const BlockedMembers = createContext<BlockedIds | undefined>(undefined)

/** Makes the function that reads whom a reader blocks: every page of the list, which is short. */
export const makeBlockedBy = Effect.map(Blocks, ({ list }) =>
  Effect.fnUntraced(function* ({ viewer }: WebRequest) {
    const ids = new Set<number>()
    if (Option.isNone(viewer)) return ids
    for (let page = 1, hasMore = true; hasMore; page += 1) {
      const asked = Effect.provideService(list({ page, limit: 100 }), CurrentUser, viewer.value)
      const { data, pagination } = yield* Effect.orDie(asked)
      for (const { id } of data) ids.add(id)
      hasMore = pagination.hasMore
    }
    return ids
  })
)

interface FoldedProps {
  readonly author: { readonly id: number }
  readonly children: ComponentChildren
}

/** A text, which is folded for a reader who blocks its author. */
export const Folded = ({ author, children }: FoldedProps) => {
  const { t } = useWebRequest()
  return useContext(BlockedMembers)?.has(author.id) === true ? (
    <details class="folded">
      <summary>
        {t.writing.blocked} {t.writing.showBlocked}
      </summary>
      {children}
    </details>
  ) : (
    children
  )
}
