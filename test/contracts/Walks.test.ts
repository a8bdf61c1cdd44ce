import { storages } from "../storage.ts"
import { postsWalkContract } from "./PostsWalkContract.ts"
import { walksContract } from "./WalksContract.ts"

for (const { layer, name } of storages) {
  postsWalkContract(name, layer)
  walksContract(name, layer)
}
