import { Context, Effect, Layer, Option } from "effect"
import { emailKey, holdsEmail } from "../../domain/accounts/Email.ts"
import type { UserId } from "../../domain/Ids.ts"
import { LeakFound } from "../../domain/Text.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"

/** Keeps credentials, and addresses of authors, out of the texts that everybody can read. */
export class LeakGuard extends Context.Tag("services/accounts/LeakGuard")<
  LeakGuard,
  {
    /**
     * Fails with `LeakFound` if one of the texts of a field holds an API key, a session token, or an address of
     * `emails` (folded by `emailKey`). `emails` runs only for a text with an `@`, so that others cost one scan.
     */
    readonly check: <E, R>(
      field: string,
      texts: ReadonlyArray<string>,
      emails: Effect.Effect<ReadonlyArray<string>, E, R>
    ) => Effect.Effect<void, LeakFound | E, R>

    /** The folded addresses of members; none of those who are gone. */
    readonly emailsOf: (...ids: ReadonlyArray<UserId>) => StorageEffect<ReadonlyArray<string>>
  }
>() {
  static readonly layer = Layer.effect(LeakGuard, Effect.gen(make))
}

/** Characters that a reader does not see, or that escape the next one in Markdown. */
const hiding = /[\\\p{Default_Ignorable_Code_Point}]/gu

/** An ASCII character in a URL, such as `%40`. */
const escaped = /%([2-7][0-9a-f])/gi

/** `@` in all its widths. */
const atSign = /[@\uFE6B\uFF20]/

/** Stars and tildes within a word, which Markdown shows or takes away. */
const marks = /[*~]/g

/**
 * A text without what may hide a secret from a plain search: `rdc\_…`, zero-width characters, `%40`; and without marks
 * of Markdown too, since an address may have stars.
 */
const revealed = (text: string): ReadonlyArray<string> => {
  const shown = text
    .replace(hiding, "")
    .replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const plain = shown.replace(marks, "")
  return plain === shown ? [shown] : [shown, plain]
}

function* make() {
  const secrets = yield* Secrets
  const users = yield* UsersRepo

  const check: LeakGuard["Type"]["check"] = (field, texts, emails) =>
    Effect.suspend(() => {
      const shown = texts.flatMap(revealed)
      const what = shown.map(secrets.kindIn).find((kind) => kind !== undefined)
      if (what !== undefined) return new LeakFound({ field, what })
      const addressed = shown.filter((text) => atSign.test(text))
      if (addressed.length === 0) return Effect.void
      return Effect.flatMap(emails, (keys) =>
        keys.some((key) => addressed.some((text) => holdsEmail(text, key)))
          ? new LeakFound({ field, what: "email" })
          : Effect.void
      )
    })

  const emailOf = (id: UserId) =>
    users.detail(id).pipe(
      Effect.map(({ email }) => Option.toArray(email)),
      Effect.catchTag("UserNotFound", () => Effect.succeed([])) // the former member, or one who has just left
    )

  const emailsOf = (...ids: ReadonlyArray<UserId>) =>
    Effect.map(Effect.forEach(new Set(ids), emailOf), (emails) => emails.flat().map(emailKey))

  return { check, emailsOf }
}
