import { storages } from "../storage.ts"
import { postsPageContract } from "./PostsPageContract.ts"
import { postsRepoContract } from "./PostsRepoContract.ts"

for (const { layer, name } of storages) {
  postsRepoContract(name, layer)
  postsPageContract(name, layer)
}
