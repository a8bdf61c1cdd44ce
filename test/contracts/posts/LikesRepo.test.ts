import { storages } from "../../support/Storage.ts"
import { likesRepoContract } from "./LikesRepoContract.ts"

for (const { layer, name } of storages) likesRepoContract(name, layer)
