import { storages } from "../support/Storage.ts"
import { postsWalkContract } from "./posts/PostsWalkContract.ts"
import { walksContract } from "./WalksContract.ts"

for (const { layer, name } of storages) {
  postsWalkContract(name, layer)
  walksContract(name, layer)
}
