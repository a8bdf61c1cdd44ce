import { storages } from "../../support/Storage.ts"
import { postsAuthorContract } from "./PostsAuthorContract.ts"
import { postsDocumentContract } from "./PostsDocumentContract.ts"
import { postsKindContract } from "./PostsKindContract.ts"
import { postsPageContract } from "./PostsPageContract.ts"
import { postsRelatedContract } from "./PostsRelatedContract.ts"
import { postsRepoContract } from "./PostsRepoContract.ts"
import { postsSearchContract } from "./PostsSearchContract.ts"

for (const { layer, name } of storages) {
  postsRepoContract(name, layer)
  postsAuthorContract(name, layer)
  postsDocumentContract(name, layer)
  postsKindContract(name, layer)
  postsPageContract(name, layer)
  postsSearchContract(name, layer)
  postsRelatedContract(name, layer)
}
