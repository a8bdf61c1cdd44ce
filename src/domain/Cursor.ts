import { Either, Encoding, Hash, Schema, Struct } from "effect"

/** A position in a list: the number of items before it, and the key of the last of them. */
export interface CursorPosition<Key> {
  readonly offset: number
  readonly after: Key
}

const cursorMessages = {
  otherList:
    "cursor must be the nextCursor of this same list, with its order, filters and search; send none for the first page",
  besidePage: "send page or cursor, not both",
  besideOffset: "send offset or cursor, not both"
} as const

/** A cursor is malformed or of another list, or it was sent beside a page. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {
  reason: Schema.Literal(...Struct.keys(cursorMessages))
}) {
  override get message() {
    return cursorMessages[this.reason]
  }
}

/** Encodes the positions of one list: its kind, order and filter. */
export interface CursorCodec<Key> {
  readonly encode: (position: CursorPosition<Key>) => string
  /** Fails for a text that `encode` of this list cannot return. */
  readonly decode: (cursor: string) => Either.Either<CursorPosition<Key>, InvalidCursor>
}

/** A cursor with the longest name of a disease is far shorter. */
const maxCursorCharacters = 8_000

const maxOffset = 2_147_483_647
const Offset = Schema.Int.pipe(Schema.between(0, maxOffset))

const wrongList = () => new InvalidCursor({ reason: "otherList" })

/**
 * Codecs for lists whose items are ordered by keys of this schema. A key is plain JSON that the caller may see. A
 * cursor is not signed: a made-up one leads to a position that the caller could reach anyway.
 */
export const cursorCodec = <Key>(key: Schema.Schema<Key>) => {
  const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Tuple(Schema.String, Offset, key)))

  return (kind: string, ...filter: ReadonlyArray<string | number | boolean | undefined>): CursorCodec<Key> => {
    const name = () => `${kind}.${(Hash.string(JSON.stringify(filter)) >>> 0).toString(36)}`
    return {
      encode: ({ after, offset }) =>
        Encoding.encodeBase64Url(JSON.stringify([name(), Math.min(offset, maxOffset), after])),
      decode: (cursor) =>
        cursor.length > maxCursorCharacters
          ? Either.left(wrongList())
          : Encoding.decodeBase64UrlString(cursor).pipe(
              Either.flatMap(decode),
              Either.filterOrLeft(([of]) => of === name(), wrongList),
              Either.mapBoth({ onLeft: wrongList, onRight: ([, offset, after]) => ({ offset, after }) })
            )
    }
  }
}
