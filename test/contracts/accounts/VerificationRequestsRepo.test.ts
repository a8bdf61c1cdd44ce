import { storages } from "../../support/Storage.ts"
import { verificationRequestsRepoContract } from "./VerificationRequestsRepoContract.ts"

for (const { layer, name } of storages) verificationRequestsRepoContract(name, layer)
