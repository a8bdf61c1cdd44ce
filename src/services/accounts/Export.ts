import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { type CurrentUser, type NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { ExportLine, type ExportType, exportTypes } from "../../domain/accounts/Export.ts"
import { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
import { PostReader, type Reader, readerOfAll, visitor } from "../../domain/posts/Audience.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ExportRepo, exportPageLines } from "../../ports/accounts/ExportRepo.ts"
import { person, require } from "./Policy.ts"

/**
 * A stream of texts, each of some lines of JSON. It fails where the member has left before its end: then it is not
 * whole.
 */
type Lines<E> = Stream.Stream<string, Unavailable | E>

/** Everything that is stored about a member (contract, Own data), a page of lines at a time. */
export class Export extends Context.Tag("services/accounts/Export")<
  Export,
  {
    /** The lines about the caller. Fails with `NotAllowed` for an agent's key. */
    readonly own: Effect.Effect<Lines<NotSignedIn>, NotAllowed, CurrentUser>

    readonly of: (id: UserId) => Lines<UserNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    Export,
    Effect.map(ExportRepo, ({ page }) => {
      /** Fails for a member who has left, and nobody returns. */
      const stayed = (id: UserId) =>
        Effect.flatMap(page(id, "profile", 0), ({ length }) => (length === 0 ? new UserNotFound({ id }) : Effect.void))

      const linesOf = (id: UserId, reader: Reader) =>
        Stream.flatMap(Stream.fromIterable(exportTypes), (type: ExportType) =>
          Stream.paginateEffect(0, (after) =>
            Effect.map(Effect.provideService(page(id, type, after), PostReader, reader), (found) => {
              const last = found.length < exportPageLines ? undefined : found.at(-1)
              const text = found.map(({ line }) => `${jsonInOneLine(encode(line))}\n`).join("")
              return [text, Option.map(Option.fromNullable(last), ({ key }) => key)] as const
            })
          )
        )

      const read = (id: UserId, reader: Reader) =>
        Stream.concat(
          Stream.filter(linesOf(id, reader), (text) => text !== ""),
          Stream.execute(stayed(id))
        )

      // All texts are the member's own, but an API key without the scope `members` reads as a visitor.
      const own = Effect.map(require(person("export")), ({ credential, id }) =>
        Stream.mapError(read(id, credential.scopes.includes("members") ? readerOfAll : visitor), orNotSignedIn)
      )
      return { of: (id: UserId) => read(id, readerOfAll), own }
    })
  )
}

const orNotSignedIn = (error: UserNotFound | Unavailable) => (error instanceof UserNotFound ? new NotSignedIn() : error)

const encode = Schema.encodeSync(Schema.parseJson(ExportLine))
