import { contracts } from "../../support/storage/Contracts.ts"
import { mentionsContract } from "./MentionsContract.ts"

contracts(import.meta.url, mentionsContract)
