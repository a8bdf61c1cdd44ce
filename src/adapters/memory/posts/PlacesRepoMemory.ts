import { DateTime, Either, Option, Order } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { PostId, UserId } from "../../../domain/Ids.ts"
import { CommentElsewhere, maxNewComments, maxPlaces, type NewComments } from "../../../domain/posts/Place.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import { PlacesRepo } from "../../../ports/posts/PlacesRepo.ts"
import { findPost } from "../Readable.ts"
import type { PlaceRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { commentsOf } from "../Views.ts"

const keyOf = ({ postId, userId }: Pick<PlaceRow, "postId" | "userId">) => `${userId} ${postId}`

const latestFirst = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, ({ visitedAt }: PlaceRow) => visitedAt),
    Order.mapInput(Order.number, ({ postId }: PlaceRow) => postId)
  )
)

const requireMember = ({ users }: Tables, id: UserId) => (users.has(id) ? Either.void : Either.left(new NotSignedIn()))

const save = (tables: Tables, row: PlaceRow): void => {
  const { places } = tables
  places.set(keyOf(row), row)
  const own = places.where(({ userId }) => userId === row.userId).sort(latestFirst)
  for (const old of own.slice(maxPlaces)) places.delete(keyOf(old))
}

/** The place of a visit: neither it nor its time goes back. */
const visited = (before: PlaceRow | undefined, row: PlaceRow): PlaceRow =>
  before === undefined
    ? row
    : {
        ...row,
        commentId: Math.max(before.commentId, row.commentId),
        visitedAt: DateTime.max(before.visitedAt, row.visitedAt)
      }

const newComments = (tables: Tables, { commentId, postId, userId }: PlaceRow): Option.Option<NewComments> => {
  const found = commentsOf(tables, postId).filter(({ authorId, id }) => id > commentId && authorId !== userId)
  return Option.map(Option.fromNullable(found[0]), ({ id }) => ({
    first: id,
    count: Math.min(found.length, maxNewComments)
  }))
}

export const layer = inMemory(PlacesRepo, ({ attempt, read }) => ({
  set: (userId, { commentId, postId }, visitedAt) =>
    attempt((tables): Either.Either<void, PostNotFound | CommentElsewhere | NotSignedIn> => {
      const isThere = tables.comments.get(commentId)?.postId === postId
      const found = Either.filterOrLeft(
        findPost(tables, postId),
        () => isThere,
        () => new CommentElsewhere({ postId, commentId })
      )
      const row = { userId, postId, commentId, visitedAt }
      return Either.map(
        Either.flatMap(found, () => requireMember(tables, userId)),
        () => {
          const before = tables.places.get(keyOf(row))
          save(tables, { ...visited(before, row), commentId })
        }
      )
    }),

  visit: (userId, postId, commentId, visitedAt) =>
    attempt((tables) =>
      Either.map(
        Either.flatMap(findPost(tables, postId), () => requireMember(tables, userId)),
        () => {
          const row = { userId, postId, commentId: Option.getOrElse(commentId, () => 0), visitedAt }
          const before = tables.places.find(keyOf(row))
          save(tables, visited(Option.getOrUndefined(before), row))
          return Option.flatMap(before, (place) => newComments(tables, place))
        }
      )
    ),

  newComments: (userId) =>
    read((tables) => {
      const found = new Map<PostId, NewComments>()
      for (const place of tables.places.where((row) => row.userId === userId)) {
        const there = newComments(tables, place)
        if (Option.isSome(there)) found.set(place.postId, there.value)
      }
      return found
    })
}))
