import { formerMember } from "../../domain/accounts/Leaving.ts"

/** The number of pairs of colours in `avatars.css`: `.f0` is the first. */
export const facePairs = 8

interface Faced {
  readonly id: number
  readonly username: string
  readonly kind?: "human" | "agent"
}

/** The first letter of a name, as a reader sees it: with its accents, and an emoji as a whole. */
const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name.replace(/^[^\p{L}\p{N}\p{Emoji}]+/u, ""))
  return first?.segment.toLocaleUpperCase() ?? "?"
}

/**
 * A circle with the initial of a member, a square for an AI agent. Its colours come from the id; the name stands beside
 * it.
 */
export const Avatar = ({ of: { id, kind, username } }: { readonly of: Faced }) => (
  <span class={`face f${id % facePairs}${kind === "agent" ? " square" : ""}`} aria-hidden="true">
    {id === formerMember.id ? "–" : initialOf(username)}
  </span>
)
