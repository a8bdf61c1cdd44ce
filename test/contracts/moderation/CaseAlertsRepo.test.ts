import { contracts } from "../../support/storage/Contracts.ts"
import { caseAlertsRepoContract } from "./CaseAlertsRepoContract.ts"

contracts(import.meta.url, caseAlertsRepoContract)
