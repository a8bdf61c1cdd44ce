import * as PasskeysWebAuthn from "../../../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import { storages } from "../../../support/Storage.ts"
import { eraseFactorsContract } from "./EraseFactorsContract.ts"
import { passkeysContract } from "./PasskeysContract.ts"
import { passkeysRepoContract } from "./PasskeysRepoContract.ts"
import { secondFactorsRepoContract } from "./SecondFactorsRepoContract.ts"
import { staffFactorContract } from "./StaffFactorContract.ts"

for (const { layer, name } of storages) {
  passkeysRepoContract(name, layer)
  secondFactorsRepoContract(name, layer)
  staffFactorContract(name, layer)
  eraseFactorsContract(name, layer)
}

passkeysContract("SimpleWebAuthn", PasskeysWebAuthn.layer)
