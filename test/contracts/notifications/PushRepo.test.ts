import { contracts } from "../../support/storage/Contracts.ts"
import { pushRepoContract } from "./PushRepoContract.ts"

contracts(import.meta.url, pushRepoContract)
