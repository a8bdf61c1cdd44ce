import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual
} from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import { IdempotencyCipher, type RecordCipher } from "../../ports/idempotency/IdempotencyCipher.ts"

const algorithm = "aes-256-gcm"
const saltBytes = 16
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** The scrypt of a costly fingerprint: 16 MiB, and some 50 ms in a thread of Node's pool. */
const scryptCost = { N: 16_384, r: 8, p: 1 }

const derive = (key: Redacted.Redacted, salt: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync("sha256", Redacted.value(key), salt, purpose, keyBytes))

const slowHash = (text: Buffer, salt: Uint8Array) =>
  Effect.async<Uint8Array>((resume) =>
    scrypt(text, salt, keyBytes, scryptCost, (error, hash) =>
      resume(error === null ? Effect.succeed(hash) : Effect.die(error))
    )
  )

const cipherOf = (key: Redacted.Redacted, salt: Uint8Array): RecordCipher => ({
  salt,

  fingerprint: (request, cost) =>
    Effect.suspend(() => {
      const hash = createHmac("sha256", derive(key, salt, "request"))
        .update(request)
        .digest()
      return cost === "cheap" ? Effect.succeed(hash) : slowHash(hash, salt)
    }),

  encrypt: (answer) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, derive(key, salt, "answer"), nonce)
    const text = [cipher.update(answer, "utf8"), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...text])
  },

  decrypt: (sealed) => {
    const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes, nonceBytes + tagBytes)]
    const decipher = createDecipheriv(algorithm, derive(key, salt, "answer"), nonce).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
  }
})

/**
 * AES-256-GCM under a key of HKDF (RFC 5869). The Idempotency-Key is as good a secret as its maker chose it: a random one
 * cannot be guessed from its hash.
 */
export const layer = Layer.succeed(
  IdempotencyCipher,
  IdempotencyCipher.of({
    keyHash: (caller, key) =>
      createHash("sha256")
        .update(JSON.stringify([caller, Redacted.value(key)]))
        .digest("hex"),
    of: (key, salt = randomBytes(saltBytes)) => cipherOf(key, salt),
    isSame: (one, other) => one.length === other.length && timingSafeEqual(one, other)
  })
)
