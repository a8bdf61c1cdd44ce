import { Either, Encoding, Hash, Schema } from "effect"

/** A place in a list: so many items were passed, and the last of them has this key. */
export interface Place<Key> {
  readonly passed: number
  readonly after: Key
}

/** The text of a place is none, or of another list; or a page is named beside it. */
export class CursorRefused extends Schema.TaggedError<CursorRefused>()("CursorRefused", { why: Schema.String }) {
  override get message() {
    return this.why
  }
}

/** A list as those see it who walk it: how a place in it is told, and understood again. */
export interface List<Key> {
  /** URL-safe, and bound to this list: its kind, its order and its filter. */
  readonly cursorAt: (place: Place<Key>) => string

  /** Fails for what no `cursorAt` of this list has made, or could have. */
  readonly placeAt: (cursor: string) => Either.Either<Place<Key>, CursorRefused>
}

/** The longest text that is looked at: that of the longest name of a disease is far shorter. */
const maxCursorCharacters = 8_000

const greatest = 2_147_483_647

const Passed = Schema.Int.pipe(Schema.between(0, greatest))

const foreign = () =>
  new CursorRefused({
    why: "cursor must be the nextCursor of this same list, with its order, filters and search; send none for the first page"
  })

/**
 * Lists of one kind, whose items are ordered by keys of this form. A key is JSON as it is, and holds what a caller may
 * see. A cursor is not signed: whoever makes one up reads from where they could have come to.
 */
export const listsOf = <Key>(key: Schema.Schema<Key>) => {
  const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Tuple(Schema.String, Passed, key)))

  return (kind: string, ...filter: ReadonlyArray<string | number | boolean | undefined>): List<Key> => {
    const name = () => `${kind}.${(Hash.string(JSON.stringify(filter)) >>> 0).toString(36)}`
    return {
      cursorAt: ({ after, passed }) =>
        Encoding.encodeBase64Url(JSON.stringify([name(), Math.min(passed, greatest), after])),
      placeAt: (cursor) =>
        cursor.length > maxCursorCharacters
          ? Either.left(foreign())
          : Encoding.decodeBase64UrlString(cursor).pipe(
              Either.flatMap(decode),
              Either.filterOrLeft(([of]) => of === name(), foreign),
              Either.mapBoth({ onLeft: foreign, onRight: ([, passed, after]) => ({ passed, after }) })
            )
    }
  }
}
