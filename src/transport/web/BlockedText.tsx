import { Effect, Option } from "effect"
import { type ComponentChildren, createContext } from "preact"
import { useContext } from "preact/hooks"
import { CurrentUser } from "../../domain/accounts/CurrentUser.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { Blocks } from "../../services/accounts/Blocks.ts"
import { useWebRequest, type WebRequest } from "./WebRequest.ts"

/** The ids of the members whom a reader blocks. */
export type BlockedIds = ReadonlySet<number>

/** The members whom the reader of a page blocks. */
export const BlockedMembers = createContext<BlockedIds | undefined>(undefined)

/** Reads whom a reader blocks. */
export const makeBlockedBy = Effect.map(
  Blocks,
  ({ ids }) =>
    ({ viewer }: WebRequest): StorageEffect<BlockedIds> =>
      Option.match(viewer, {
        onNone: () => Effect.succeed(new Set()),
        onSome: (reader) => Effect.map(Effect.provideService(ids, CurrentUser, reader), (found) => new Set(found))
      })
)

interface BlockedTextProps {
  readonly author: { readonly id: number }
  readonly children: ComponentChildren
}

/** A text, which is folded for a reader who blocks its author. */
export const BlockedText = ({ author, children }: BlockedTextProps) => {
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
