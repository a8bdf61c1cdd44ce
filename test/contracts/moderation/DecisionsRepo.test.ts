import { storages } from "../../support/Storage.ts"
import { decisionsRepoContract } from "./DecisionsRepoContract.ts"

for (const { layer, name } of storages) decisionsRepoContract(name, layer)
