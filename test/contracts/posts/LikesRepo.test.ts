import { contracts } from "../../support/storage/Contracts.ts"
import { likesRepoContract } from "./LikesRepoContract.ts"

contracts(import.meta.url, likesRepoContract)
