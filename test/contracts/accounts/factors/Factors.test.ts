import * as PasskeysWebAuthn from "../../../../src/adapters/node/accounts/PasskeysWebAuthn.ts"
import { contracts } from "../../../support/storage/Contracts.ts"
import { eraseFactorsContract } from "./EraseFactorsContract.ts"
import { passkeysContract } from "./PasskeysContract.ts"
import { passkeysRepoContract } from "./PasskeysRepoContract.ts"
import { secondFactorsRepoContract } from "./SecondFactorsRepoContract.ts"
import { staffFactorContract } from "./StaffFactorContract.ts"

contracts(import.meta.url, passkeysRepoContract, secondFactorsRepoContract, staffFactorContract, eraseFactorsContract)

passkeysContract("SimpleWebAuthn", PasskeysWebAuthn.layer)
