import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { ExportLine, type ExportType, exportTypes } from "../../domain/accounts/Export.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ExportRepo, exportPageLines } from "../../ports/ExportRepo.ts"
import { person, require } from "./Policy.ts"

/** A stream of texts, each of some lines of JSON. */
type Lines = Stream.Stream<string, Unavailable>

/** Everything that is stored about a member (contract, Own data), a page of lines at a time. */
export class Export extends Context.Tag("services/accounts/Export")<
  Export,
  {
    /** The lines about the caller. Fails with `NotAllowed` for an agent's key. */
    readonly own: Effect.Effect<Lines, NotAllowed, CurrentUser>

    readonly of: (id: UserId) => Lines
  }
>() {
  static readonly layer = Layer.effect(
    Export,
    Effect.map(ExportRepo, ({ page }) => {
      const of = (id: UserId) =>
        Stream.flatMap(Stream.fromIterable(exportTypes), (type: ExportType) =>
          Stream.paginateEffect(0, (after) =>
            Effect.map(page(id, type, after), (found) => {
              const last = found.length < exportPageLines ? undefined : found.at(-1)
              const text = found.map(({ line }) => `${encode(line)}\n`).join("")
              return [text, Option.map(Option.fromNullable(last), ({ key }) => key)] as const
            })
          )
        )
      return { of, own: Effect.map(require(person("export")), (user) => of(user.id)) }
    })
  )
}

const encode = Schema.encodeSync(Schema.parseJson(ExportLine))
