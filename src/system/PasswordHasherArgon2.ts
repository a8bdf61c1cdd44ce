import { hash, verify } from "@node-rs/argon2"
import { Effect, Layer, Redacted } from "effect"
import { PasswordHasher } from "../services/PasswordHasher.ts"

/** OWASP's parameters: argon2id (2), 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** How many hashes are made at once: each takes a thread of Node's pool, its memory, and some twenty milliseconds of a core. */
const hashesAtOnce = 2

/** Without normalisation the same password typed on two machines may differ. */
const typed = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFC")

const parameter = (encoded: string, name: string) => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(encoded)?.[1] ?? 0)

const make = Effect.gen(function* () {
  const turns = yield* Effect.makeSemaphore(hashesAtOnce)
  // What has begun cannot be stopped: it keeps its turn to the end, even when nobody waits for it any more.
  const inTurn = <A>(work: () => Promise<A>) => turns.withPermits(1)(Effect.uninterruptible(Effect.promise(work)))
  const hashed = (password: Redacted.Redacted) => inTurn(() => hash(typed(password), parameters))
  const verified = (password: Redacted.Redacted, encoded: string) => inTurn(() => verify(encoded, typed(password)))
  const nobody = yield* hashed(Redacted.make("nobody has this password"))
  return PasswordHasher.of({
    hash: hashed,
    verify: verified,
    isOutdated: (encoded) =>
      !encoded.startsWith("$argon2id$") ||
      parameter(encoded, "m") < parameters.memoryCost ||
      parameter(encoded, "t") < parameters.timeCost,
    verifyNobody: (password) => Effect.asVoid(verified(password, nobody))
  })
})

/** argon2id, in threads of Node's pool, a few at once. */
export const layer = Layer.effect(PasswordHasher, make)
