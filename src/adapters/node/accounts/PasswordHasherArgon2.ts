import { hash, verify } from "@node-rs/argon2"
import { Effect, Layer, Redacted } from "effect"
import { watchedSemaphore } from "../../../concurrency/WatchedSemaphore.ts"
import { sampled, update, workerQueues } from "../../../metrics/Metrics.ts"
import { PasswordHasher } from "../../../ports/accounts/PasswordHasher.ts"

/** The parameters that OWASP recommends: argon2id (2), 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * The maximum number of passwords that are hashed at once: each takes a thread of Node's pool, its memory, and some
 * twenty milliseconds of a core.
 */
const maxConcurrentHashes = 2

/** Two machines may encode the same typed password differently without normalisation. */
const normalized = (password: Redacted.Redacted) => Redacted.value(password).normalize("NFC")

const parameter = (encoded: string, name: string) => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(encoded)?.[1] ?? 0)

const make = Effect.gen(function* () {
  const permits = watchedSemaphore(maxConcurrentHashes)
  yield* sampled(() => update(workerQueues.passwords, permits.waiting()))
  // A hash cannot be stopped, so an interrupted one keeps its permit to its end.
  const limited = <A>(work: () => Promise<A>) => permits.withPermit(Effect.uninterruptible(Effect.promise(work)))
  const hashed = (password: Redacted.Redacted) => limited(() => hash(normalized(password), parameters))
  const verified = (password: Redacted.Redacted, encoded: string) =>
    limited(() => verify(encoded, normalized(password)))
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

/** Hashes with argon2id in Node's thread pool. */
export const layer = Layer.scoped(PasswordHasher, make)
