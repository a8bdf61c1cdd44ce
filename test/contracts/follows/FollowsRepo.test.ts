import { contracts } from "../../support/storage/Contracts.ts"
import { followsRepoContract } from "./FollowsRepoContract.ts"

contracts(import.meta.url, followsRepoContract)
