import { storages } from "../../support/Storage.ts"
import { revisionsRepoContract } from "./RevisionsRepoContract.ts"

for (const { layer, name } of storages) revisionsRepoContract(name, layer)
