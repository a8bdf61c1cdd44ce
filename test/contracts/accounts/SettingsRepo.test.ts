import { contracts } from "../../support/storage/Contracts.ts"
import { settingsRepoContract } from "./SettingsRepoContract.ts"

contracts(import.meta.url, settingsRepoContract)
