import { storages } from "../../support/Storage.ts"
import { blocksRepoContract } from "./BlocksRepoContract.ts"

for (const { layer, name } of storages) blocksRepoContract(name, layer)
