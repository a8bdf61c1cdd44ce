import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto"

/** A device that opens the messages of its subscription, as a browser does (RFC 8291). */
export interface PushDevice {
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly privateKey: Buffer
}

export const newDevice = (): PushDevice => {
  const pair = createECDH("prime256v1")
  const p256dh = pair.generateKeys("base64url")
  return { keys: { p256dh, auth: randomBytes(16).toString("base64url") }, privateKey: pair.getPrivateKey() }
}

const derive = (key: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, bytes))

/** The text of a message; throws for one of another device. */
export const decrypted = ({ keys, privateKey }: PushDevice, message: Uint8Array): string => {
  const body = Buffer.from(message)
  const salt = body.subarray(0, 16)
  const length = body[20] ?? 0
  const sender = body.subarray(21, 21 + length)
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), Buffer.from(keys.auth, "base64url"), info, 32)
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16)
  const decipher = createDecipheriv("aes-128-gcm", key, derive(secret, salt, "Content-Encoding: nonce\0", 12))
  decipher.setAuthTag(body.subarray(-16))
  const opened = Buffer.concat([decipher.update(body.subarray(21 + length, -16)), decipher.final()])
  return opened.subarray(0, opened.lastIndexOf(2)).toString()
}
