import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Done, PasskeyLogin, SignedIn as Session } from "../../domain/accounts/Account.ts"
import {
  CreationOptions,
  challengeSeconds,
  maxPasskeys,
  newPasskeyFields,
  Passkey,
  PasskeyChange,
  PasskeyList,
  RequestOptions
} from "../../domain/accounts/Passkey.ts"
import {
  maxWrongCodes,
  RecoveryCodes,
  recoveryCodesGiven,
  SecondFactorCode,
  SecondFactorSetup,
  SecondFactorState
} from "../../domain/accounts/SecondFactor.ts"
import { Proof, proofFields } from "../../domain/accounts/StepUp.ts"
import { named } from "../../domain/Fields.ts"
import { PasskeyId } from "../../domain/Ids.ts"
import { inWords } from "../../domain/Text.ts"
import { Addressed, Anyone, CountsAs, IgnoresIdempotencyKey, OptionalBody, SessionsOnly, SignedIn } from "../Access.ts"
import { body } from "../Body.ts"
import { createdAt, Example, signedIn } from "../document/Samples.ts"
import { decimal } from "../Query.ts"
import { Conflict, Forbidden, NotFound } from "../WireErrors.ts"

const NewPasskey = Schema.Struct({ ...newPasskeyFields, ...proofFields }).annotations(
  named("NewPasskey", "The answer of the authenticator, and a name for your list.")
)

const CodeAndProof = Schema.Struct({ ...SecondFactorCode.fields, ...proofFields }).annotations(
  named("SecondFactorProof", "A code, and the password where the sign-in is over five minutes old.")
)

const PasskeyPath = Schema.Struct({ id: decimal(PasskeyId) })

const minutes = inWords(challengeSeconds / 60)
const fresh =
  "Needs a sign-in that is at most five minutes old, or your `password` or a `passkey` in the body; else 403. Not with an API key (403)."
const onlySessions = "With a session token, not with an API key (403)."
const challenge = "k3N0b2xlLXdlbGwtZG9uZS1jaGFsbGVuZ2U"
const credential = { id: "AbCdEf0123", rawId: "AbCdEf0123", type: "public-key" }
const passkey = { id: 3, name: "Maria’s phone", createdAt, lastUsedAt: null }

const assertion = {
  ...credential,
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
    signature: "MEUCIQDx",
    userHandle: "Nw"
  }
}

const creationOptions = {
  rp: { id: "community.example", name: "Rare Disease Community" },
  user: { id: "Nw", name: "maria_zebra", displayName: "maria_zebra" },
  challenge,
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  timeout: challengeSeconds * 1000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none"
}

const requestOptions = {
  challenge,
  rpId: "community.example",
  timeout: challengeSeconds * 1000,
  allowCredentials: [],
  userVerification: "required"
}

const recoveryCodes = Array.from({ length: recoveryCodesGiven }, (_, index) => `7K2M-9QXB-TR4D-5WC${index}`)

const addPasskey = HttpApiEndpoint.post("addPasskey", "/auth/passkeys")
  .setPayload(body(NewPasskey))
  .addSuccess(Passkey, { status: 201 })
  .addError(Schema.Union(Forbidden.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(SessionsOnly, "changeFactors")
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Add a passkey")
  .annotate(
    OpenApi.Description,
    `Takes what the browser answers to the options. ${fresh} A response that registers no passkey is 400. At most ` +
      `${maxPasskeys} passkeys (409). You get a mail.`
  )
  .annotate(Example, {
    request: {
      name: "Maria’s phone",
      response: {
        ...credential,
        response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" }
      }
    },
    response: passkey
  })

const removePasskey = HttpApiEndpoint.del("removePasskey", "/auth/passkeys/:id")
  .setPath(PasskeyPath)
  .setPayload(body(Proof))
  .addSuccess(Done)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(SessionsOnly, "changeFactors")
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(OptionalBody, true)
  .annotate(OpenApi.Summary, "Remove a passkey")
  .annotate(
    OpenApi.Description,
    `Ends all your other sessions, and you get a mail. ${fresh} The only factor of a moderator or an admin is 409.`
  )
  .annotate(Example, { request: { password: "correct horse battery staple" }, response: { success: true } })

const passkeyLogin = HttpApiEndpoint.post("passkeyLogin", "/auth/passkeys/login")
  .setPayload(body(PasskeyLogin))
  .addSuccess(Session)
  .middleware(Anyone)
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Sign in with a passkey")
  .annotate(
    OpenApi.Description,
    "Takes what the browser answers to the options of a sign-in; needs no name, no password and no code. Every refusal is " +
      "the same 401."
  )
  .annotate(Example, { request: { response: assertion }, response: signedIn })

const passkeyLoginOptions = HttpApiEndpoint.post("passkeyLoginOptions", "/auth/passkeys/login/options")
  .addSuccess(RequestOptions)
  .middleware(Anyone)
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Get the options of a sign-in with a passkey")
  .annotate(
    OpenApi.Description,
    `The same for everybody, but for the challenge, which is valid for ${minutes} minutes, once, on any instance. They serve ` +
      "where an endpoint takes a `passkey` in place of the password, too."
  )
  .annotate(Example, { response: requestOptions })

const enableSecondFactor = HttpApiEndpoint.put("enableSecondFactor", "/auth/second-factor")
  .setPayload(body(SecondFactorCode))
  .addSuccess(RecoveryCodes)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(SignedIn)
  .annotate(SessionsOnly, "changeFactors")
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Turn the second factor on")
  .annotate(
    OpenApi.Description,
    "Takes the first code of the app, which no sign-in takes again. From then on a sign-in with the password needs a " +
      `code. Gives ${recoveryCodesGiven} recovery codes, which are shown only here. Where it replaces another app, your other ` +
      `sessions end. A wrong code is 403; ${inWords(maxWrongCodes)} of them in an hour close the codes for an hour (429).`
  )
  .annotate(Example, { request: { code: "492039" }, response: { recoveryCodes } })

const renewRecoveryCodes = HttpApiEndpoint.post("renewRecoveryCodes", "/auth/second-factor/recovery-codes")
  .setPayload(body(CodeAndProof))
  .addSuccess(RecoveryCodes)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire))
  .middleware(SignedIn)
  .annotate(SessionsOnly, "changeFactors")
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(IgnoresIdempotencyKey, true)
  .annotate(OpenApi.Summary, "Renew the recovery codes")
  .annotate(OpenApi.Description, `Those of before end. ${fresh}`)
  .annotate(Example, {
    request: { password: "correct horse battery staple", code: "492039" },
    response: { recoveryCodes }
  })

const removeSecondFactor = HttpApiEndpoint.del("removeSecondFactor", "/auth/second-factor")
  .setPayload(body(CodeAndProof))
  .addSuccess(Done)
  .addError(Schema.Union(Forbidden.wire, NotFound.wire, Conflict.wire))
  .middleware(SignedIn)
  .annotate(SessionsOnly, "changeFactors")
  .middleware(Addressed)
  .annotate(CountsAs, ["auth"])
  .annotate(OpenApi.Summary, "Turn the second factor off")
  .annotate(
    OpenApi.Description,
    `Ends all your other sessions, and you get a mail. ${fresh} The only factor of a moderator or an admin is 409.`
  )
  .annotate(Example, {
    request: { password: "correct horse battery staple", code: "492039" },
    response: { success: true }
  })

/** Passkeys, and codes of an app (contract, Strong sign-in). */
export class FactorsApi extends HttpApiGroup.make("factors")
  .add(passkeyLoginOptions)
  .add(passkeyLogin)
  .add(
    HttpApiEndpoint.post("passkeyOptions", "/auth/passkeys/options")
      .addSuccess(CreationOptions)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .annotate(CountsAs, ["auth"])
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Get the options of a new passkey")
      .annotate(
        OpenApi.Description,
        `For the browser. The challenge is valid for ${minutes} minutes, once, on any instance. ${onlySessions}`
      )
      .annotate(Example, { response: creationOptions })
  )
  .add(addPasskey)
  .add(
    HttpApiEndpoint.get("listPasskeys", "/auth/passkeys")
      .addSuccess(PasskeyList)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .annotate(OpenApi.Summary, "List your passkeys")
      .annotate(OpenApi.Description, `Oldest first. ${onlySessions}`)
      .annotate(Example, { response: { data: [passkey] } })
  )
  .add(
    HttpApiEndpoint.get("getPasskey", "/auth/passkeys/:id")
      .setPath(PasskeyPath)
      .addSuccess(Passkey)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .annotate(OpenApi.Summary, "Get a passkey")
      .annotate(OpenApi.Description, `One of yours. ${onlySessions}`)
      .annotate(Example, { response: passkey })
  )
  .add(
    HttpApiEndpoint.patch("renamePasskey", "/auth/passkeys/:id")
      .setPath(PasskeyPath)
      .setPayload(body(PasskeyChange))
      .addSuccess(Passkey)
      .addError(Schema.Union(Forbidden.wire, NotFound.wire))
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .annotate(OpenApi.Summary, "Rename a passkey")
      .annotate(OpenApi.Description, `The name is for your list only. ${onlySessions}`)
      .annotate(Example, { request: { name: "Maria’s phone" }, response: passkey })
  )
  .add(removePasskey)
  .add(
    HttpApiEndpoint.get("secondFactor", "/auth/second-factor")
      .addSuccess(SecondFactorState)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .annotate(OpenApi.Summary, "See if your second factor is on")
      .annotate(OpenApi.Description, onlySessions)
      .annotate(Example, { response: { enabledAt: createdAt, recoveryCodesLeft: recoveryCodesGiven } })
  )
  .add(
    HttpApiEndpoint.post("beginSecondFactor", "/auth/second-factor")
      .setPayload(body(Proof))
      .addSuccess(SecondFactorSetup)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(SessionsOnly, "changeFactors")
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(OptionalBody, true)
      .annotate(IgnoresIdempotencyKey, true)
      .annotate(OpenApi.Summary, "Get a secret for an app that shows codes")
      .annotate(
        OpenApi.Description,
        `For codes of RFC 6238: six digits, 30 seconds, SHA-1. It changes nothing until the app has shown its first code. ${fresh}`
      )
      .annotate(Example, {
        request: { password: "correct horse battery staple" },
        response: {
          secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
          uri: "otpauth://totp/Rare%20Disease%20Community:maria_zebra?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
        }
      })
  )
  .add(enableSecondFactor)
  .add(renewRecoveryCodes)
  .add(removeSecondFactor)
  .annotateContext(
    OpenApi.annotations({ title: "Strong sign-in", description: "Passkeys, and codes of an app as a second factor." })
  )
  .prefix("/api") {}
