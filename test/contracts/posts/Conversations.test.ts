import { contracts } from "../../support/storage/Contracts.ts"
import { conversationsContract } from "./ConversationsContract.ts"

contracts(import.meta.url, conversationsContract)
