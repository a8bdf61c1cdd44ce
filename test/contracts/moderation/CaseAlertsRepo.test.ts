import { storages } from "../../support/Storage.ts"
import { caseAlertsRepoContract } from "./CaseAlertsRepoContract.ts"
import { heldAlertsContract } from "./HeldAlertsContract.ts"

for (const { layer, name } of storages) {
  caseAlertsRepoContract(name, layer)
  heldAlertsContract(name, layer)
}
