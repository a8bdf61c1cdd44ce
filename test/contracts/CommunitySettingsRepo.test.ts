import { contracts } from "../support/storage/Contracts.ts"
import { communitySettingsRepoContract } from "./CommunitySettingsRepoContract.ts"

contracts(import.meta.url, communitySettingsRepoContract)
