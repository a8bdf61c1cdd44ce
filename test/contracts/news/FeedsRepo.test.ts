import { contracts } from "../../support/storage/Contracts.ts"
import { feedsRepoContract } from "./FeedsRepoContract.ts"

contracts(import.meta.url, feedsRepoContract)
