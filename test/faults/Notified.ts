import { breach, type Check, times } from "./Checks.ts"
import type { FinalComment, FinalInbox, FinalPost } from "./History.ts"

/** How a comment notifies a member: as a mention, as an answer to them, or as a comment on their post; undefined if not. */
const typeFor = (member: number, { author }: FinalPost, comment: FinalComment): string | undefined => {
  if (comment.author === member) return undefined
  if (comment.mentions.includes(member)) return "mention"
  if (comment.answers === member) return "reply"
  return author === member ? "comment" : undefined
}

/** The expected notifications of a member about a comment, on a post of whoever. */
const causesOfComment = (member: number, post: FinalPost, comment: FinalComment): ReadonlyArray<string> => {
  const type = typeFor(member, post, comment)
  const isWriter = comment.author === member
  return [
    ...(type === undefined ? [] : [`${type} ${comment.id} on post ${post.id}`]),
    ...(isWriter && comment.helped ? [`helped ${comment.id} on post ${post.id}`] : []),
    ...comment.likers
      .filter((liker) => isWriter && liker !== member)
      .map((liker) => `comment_like ${comment.id} on post ${post.id} by ${liker}`)
  ]
}

/** The expected inbox: a line for each cause by others. */
const causesOf = (posts: ReadonlyArray<FinalPost>, member: number) =>
  posts.flatMap((post) => [
    ...post.comments.flatMap((comment) => causesOfComment(member, post, comment)),
    ...(post.author !== member && post.mentions.includes(member) ? [`mention in post ${post.id}`] : []),
    ...post.likers
      .filter((liker) => post.author === member && liker !== member)
      .map((liker) => `like of post ${post.id} by ${liker}`)
  ])

const heldOf = ({ notifications }: FinalInbox) =>
  notifications.map(({ actor, commentId, postId, type }) => {
    if (type === "like") return `like of post ${postId} by ${actor}`
    if (commentId === undefined) return `${type} in post ${postId}`
    return `${type} ${commentId} on post ${postId}${type === "comment_like" ? ` by ${actor}` : ""}`
  })

export const notifiedOnce: Check = ({ final }) =>
  final.inboxes.flatMap((inbox) => {
    const due = times(causesOf(final.posts, inbox.member))
    const held = times(heldOf(inbox))
    const causes = new Set([...due.keys(), ...held.keys()])
    return Array.from(causes)
      .filter((cause) => (due.get(cause) ?? 0) !== (held.get(cause) ?? 0))
      .map((cause) =>
        breach(
          "each cause notifies a member once",
          `member ${inbox.member}`,
          `${cause}: ${held.get(cause) ?? 0} notifications`
        )
      )
  })
