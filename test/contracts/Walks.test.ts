import { contracts } from "../support/storage/Contracts.ts"
import { postsWalkContract } from "./posts/PostsWalkContract.ts"
import { walksContract } from "./WalksContract.ts"

contracts(import.meta.url, postsWalkContract, walksContract)
