import { storages } from "../../support/Storage.ts"
import { settingsRepoContract } from "./SettingsRepoContract.ts"

for (const { layer, name } of storages) settingsRepoContract(name, layer)
