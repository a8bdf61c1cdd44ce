import { contracts } from "../../support/storage/Contracts.ts"
import { verificationRequestsRepoContract } from "./VerificationRequestsRepoContract.ts"

contracts(import.meta.url, verificationRequestsRepoContract)
