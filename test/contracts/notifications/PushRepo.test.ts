import { contracts } from "../../support/storage/Contracts.ts"
import { pushMessagesContract } from "./PushMessagesContract.ts"
import { pushRepoContract } from "./PushRepoContract.ts"

contracts(import.meta.url, pushRepoContract, pushMessagesContract)
