import { androidKey } from "./Attestations.ts"
import type { Asserted, Authenticator, Registered, Twist } from "./Authenticator.ts"

/** What both kinds of response may say that is not right. */
const twists: Readonly<Record<string, Twist>> = {
  "of a foreign origin": { origin: "https://phishing.example" },
  "of an origin that only begins alike": { origin: "http://localhost:3000.phishing.example" },
  "of another port": { origin: "http://localhost:3001" },
  "for a foreign RP id": { rpId: "phishing.example" },
  "without user verification": { isVerified: false },
  "without user presence": { isPresent: false },
  "without both": { isVerified: false, isPresent: false },
  "with a challenge that nobody made": { challenge: Buffer.alloc(32, 7).toString("base64url") },
  "with an empty challenge": { challenge: "" }
}

const altered = (text: string) => {
  const bytes = Buffer.from(text, "base64url")
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
  return bytes.toString("base64url")
}

const handleOfNobody = Buffer.from("2000000000").toString("base64url")

type RequestOptions = Parameters<Authenticator["makeAssertion"]>[0]
type CreationOptions = Parameters<Authenticator["makeRegistration"]>[0]

const having = <R extends Asserted | Registered>(given: R, response: Partial<R["response"]>): R => ({
  ...given,
  response: { ...given.response, ...response }
})

/** Assertions of a registered authenticator that must not sign in. */
export const hostileAssertions: Readonly<Record<string, (device: Authenticator, options: RequestOptions) => Asserted>> =
  {
    ...Object.fromEntries(
      Object.entries(twists).map(([name, twist]) => [
        name,
        (device: Authenticator, options: RequestOptions) => device.makeAssertion(options, twist)
      ])
    ),
    "of the type of a registration": (device, options) => device.makeAssertion(options, { type: "webauthn.create" }),
    "with the counter of before": (device, options) => device.makeAssertion(options, { counter: 1 }),
    "with a counter back at 0": (device, options) => device.makeAssertion(options, { counter: 0 }),
    "with another user handle": (device, options) => device.makeAssertion(options, { userHandle: handleOfNobody }),
    "of a credential that nobody has": (device, options) =>
      device.makeAssertion(options, { credentialId: "AbCdEf0123" }),
    "whose rawId is not its id": (device, options) => ({ ...device.makeAssertion(options), rawId: "AbCdEf0123" }),
    "with an altered signature": (device, options) => {
      const given = device.makeAssertion(options)
      return having(given, { signature: altered(given.response.signature) })
    },
    "without a signature": (device, options) => having(device.makeAssertion(options), { signature: "" }),
    "with authenticator data that were not signed": (device, options) => {
      const given = device.makeAssertion(options)
      return having(given, { authenticatorData: altered(given.response.authenticatorData) })
    },
    "with truncated authenticator data": (device, options) => {
      const given = device.makeAssertion(options)
      return having(given, { authenticatorData: given.response.authenticatorData.slice(0, 20) })
    },
    "with client data that are no JSON": (device, options) =>
      having(device.makeAssertion(options), { clientDataJSON: "AAAA" }),
    "without client data": (device, options) => having(device.makeAssertion(options), { clientDataJSON: "" })
  }

/** Registrations that must not add a passkey. */
export const hostileRegistrations: Readonly<
  Record<string, (device: Authenticator, options: CreationOptions) => Registered>
> = {
  ...Object.fromEntries(
    Object.entries(twists).map(([name, twist]) => [
      name,
      (device: Authenticator, options: CreationOptions) => device.makeRegistration(options, twist)
    ])
  ),
  "with certificates of a device": (device, options) =>
    device.makeRegistration(options, { attestation: androidKey("http://127.0.0.1:9/") }),
  "with an attestation of an unknown format": (device, options) =>
    device.makeRegistration(options, { attestation: () => ({ fmt: "later", attStmt: new Map() }) }),
  "of the type of a sign-in": (device, options) => device.makeRegistration(options, { type: "webauthn.get" }),
  "with a truncated attestation": (device, options) => {
    const given = device.makeRegistration(options)
    return having(given, { attestationObject: given.response.attestationObject.slice(0, -40) })
  },
  "with an attestation that is no CBOR": (device, options) =>
    having(device.makeRegistration(options), { attestationObject: "AAAA" }),
  "without an attestation": (device, options) => having(device.makeRegistration(options), { attestationObject: "" }),
  "with client data that are no JSON": (device, options) =>
    having(device.makeRegistration(options), { clientDataJSON: "AAAA" }),
  "whose id is not that of its credential": (device, options) => ({
    ...device.makeRegistration(options),
    rawId: "AbCdEf0123"
  })
}
