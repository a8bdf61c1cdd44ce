import { contracts } from "../../support/storage/Contracts.ts"
import { digestsContract } from "./DigestsContract.ts"
import { mailRepoContract } from "./MailRepoContract.ts"

contracts(import.meta.url, mailRepoContract, digestsContract)
