import { storages } from "../../support/Storage.ts"
import { caseAlertsRepoContract } from "./CaseAlertsRepoContract.ts"

for (const { layer, name } of storages) caseAlertsRepoContract(name, layer)
