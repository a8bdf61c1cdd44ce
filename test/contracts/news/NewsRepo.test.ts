import { contracts } from "../../support/storage/Contracts.ts"
import { newsRepoContract } from "./NewsRepoContract.ts"
import { newsSavedContract } from "./NewsSavedContract.ts"
import { newsSearchContract } from "./NewsSearchContract.ts"

contracts(import.meta.url, newsRepoContract, newsSavedContract, newsSearchContract)
