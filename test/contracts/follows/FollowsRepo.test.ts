import { storages } from "../../support/Storage.ts"
import { followsRepoContract } from "./FollowsRepoContract.ts"

for (const { layer, name } of storages) followsRepoContract(name, layer)
