import { storages } from "../support/Storage.ts"
import { communitySettingsRepoContract } from "./CommunitySettingsRepoContract.ts"

for (const { layer, name } of storages) communitySettingsRepoContract(name, layer)
