import { Context, Effect, Layer, type Redacted } from "effect"
import { vapidPrivateKey } from "../../Config.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { PushRepo } from "../../ports/notifications/PushRepo.ts"
import { WebPush } from "../../ports/notifications/WebPush.ts"

interface KeyPair {
  readonly privateKey: Redacted.Redacted
  readonly publicKey: string
}

/** The key pair that signs messages to devices: that of VAPID_PRIVATE_KEY, else one that is made once and stored. */
export class PushKey extends Context.Tag("services/notifications/PushKey")<PushKey, StorageEffect<KeyPair>>() {
  static readonly layer = Layer.effect(
    PushKey,
    Effect.gen(function* () {
      const configured = yield* vapidPrivateKey
      const { newPrivateKey, publicKeyOf } = yield* WebPush
      const repo = yield* PushRepo
      const pairOf = (privateKey: Redacted.Redacted): KeyPair => ({ privateKey, publicKey: publicKeyOf(privateKey) })
      if (configured !== undefined) return Effect.succeed(pairOf(configured))
      let known: KeyPair | undefined
      return Effect.gen(function* () {
        known ??= pairOf(yield* repo.privateKey(yield* newPrivateKey))
        return known
      })
    })
  )
}
