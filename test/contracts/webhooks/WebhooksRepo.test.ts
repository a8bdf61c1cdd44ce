import { contracts } from "../../support/storage/Contracts.ts"
import { webhooksRepoContract } from "./WebhooksRepoContract.ts"

contracts(import.meta.url, webhooksRepoContract)
