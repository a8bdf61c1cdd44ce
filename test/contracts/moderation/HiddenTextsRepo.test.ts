import { contracts } from "../../support/storage/Contracts.ts"
import { hiddenReadersContract } from "./HiddenReadersContract.ts"
import { hiddenTextsRepoContract } from "./HiddenTextsRepoContract.ts"
import { hiddenUpdateContract } from "./HiddenUpdateContract.ts"
import { hideAllContract } from "./HideAllContract.ts"

contracts(import.meta.url, hiddenTextsRepoContract, hiddenReadersContract, hideAllContract, hiddenUpdateContract)
