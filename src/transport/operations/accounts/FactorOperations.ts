import { Effect } from "effect"
import { OwnPasskeys } from "../../../services/accounts/factors/OwnPasskeys.ts"
import { SecondFactors } from "../../../services/accounts/factors/SecondFactors.ts"
import { SignIn } from "../../../services/accounts/SignIn.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

export const factorOperations = operations(
  "factors",
  Effect.all([SignIn, OwnPasskeys, SecondFactors]),
  ([signIn, passkeys, secondFactors]) => ({
    passkeyLoginOptions: () => passkeys.loginOptions,
    passkeyLogin: ({ payload }) => signIn.passkeyLogin(payload),
    passkeyOptions: () => passkeys.options,
    addPasskey: withLocation(
      ({ payload }) => passkeys.add(payload),
      ({ id }) => `/api/auth/passkeys/${id}`
    ),
    listPasskeys: () => passkeys.list,
    getPasskey: ({ path }) => passkeys.get(path.id),
    renamePasskey: ({ path, payload }) => passkeys.rename(path.id, payload),
    removePasskey: ({ path, payload }) => passkeys.remove(path.id, payload),
    secondFactor: () => secondFactors.state,
    beginSecondFactor: ({ payload }) => secondFactors.begin(payload),
    enableSecondFactor: ({ payload }) => secondFactors.enable(payload),
    renewRecoveryCodes: ({ payload }) => secondFactors.renewCodes(payload),
    removeSecondFactor: ({ payload }) => secondFactors.remove(payload)
  })
)
