import { Array, Either, Option } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { ListedVerificationRequest, VerificationRequest } from "../../../domain/accounts/VerificationRequest.ts"
import { type UserId, VerificationRequestId } from "../../../domain/Ids.ts"
import { VerificationRequestsRepo } from "../../../ports/accounts/VerificationRequestsRepo.ts"
import type { VerificationRequestRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { authorAs, oldestFirst, pageOf } from "../Views.ts"

const rowOf = ({ verificationRequests }: Tables, userId: UserId) =>
  Array.head(verificationRequests.where((row) => row.userId === userId))

const requestOf = ({ userId: _, ...request }: VerificationRequestRow): VerificationRequest => request

const listedOf = (tables: Tables, row: VerificationRequestRow): ListedVerificationRequest => ({
  ...requestOf(row),
  user: authorAs(tables, row.userId, "human")
})

const byOldest = { keyOf: ({ id }: VerificationRequestRow) => ({ id }), order: oldestFirst }

export const layer = inMemory(VerificationRequestsRepo, ({ attempt, read, write }) => ({
  put: (userId, words, createdAt) =>
    attempt((tables) => {
      const { users, verificationRequests: requests } = tables
      if (!users.has(userId)) return Either.left(new NotSignedIn())
      const row = Option.match(rowOf(tables, userId), {
        onNone: () => ({ ...words, userId, createdAt, id: VerificationRequestId.make(++requests.lastId) }),
        onSome: (known) => ({ ...known, ...words })
      })
      requests.set(row.id, row)
      return Either.right(requestOf(row))
    }),

  ofMember: (userId) => read((tables) => Option.map(rowOf(tables, userId), requestOf)),

  find: (id) => read((tables) => Option.map(tables.verificationRequests.find(id), (row) => listedOf(tables, row))),

  page: (window) =>
    read((tables) =>
      pageOf(Array.fromIterable(tables.verificationRequests.values()), byOldest, window, (row) => listedOf(tables, row))
    ),

  remove: (userId, words) =>
    write((tables) =>
      rowOf(tables, userId).pipe(
        Option.filter(({ as, text }) => words === undefined || (words.as === as && words.text === text)),
        Option.exists(({ id }) => tables.verificationRequests.delete(id))
      )
    )
}))
