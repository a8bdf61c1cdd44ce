import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { type CurrentUser, type NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { ExportLine, type ExportType, exportTypes } from "../../domain/accounts/Export.ts"
import { UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { jsonInOneLine } from "../../domain/OneLine.ts"
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

      const linesOf = (id: UserId) =>
        Stream.flatMap(Stream.fromIterable(exportTypes), (type: ExportType) =>
          Stream.paginateEffect(0, (after) =>
            Effect.map(page(id, type, after), (found) => {
              const last = found.length < exportPageLines ? undefined : found.at(-1)
              const text = found.map(({ line }) => `${jsonInOneLine(encode(line))}\n`).join("")
              return [text, Option.map(Option.fromNullable(last), ({ key }) => key)] as const
            })
          )
        )

      const of = (id: UserId) =>
        Stream.concat(
          Stream.filter(linesOf(id), (text) => text !== ""),
          Stream.execute(stayed(id))
        )

      const own = Effect.map(require(person("export")), ({ id }) => Stream.mapError(of(id), orNotSignedIn))
      return { of, own }
    })
  )
}

const orNotSignedIn = (error: UserNotFound | Unavailable) => (error instanceof UserNotFound ? new NotSignedIn() : error)

const encode = Schema.encodeSync(Schema.parseJson(ExportLine))
