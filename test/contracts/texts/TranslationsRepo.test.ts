import { storages } from "../../support/Storage.ts"
import { translationsRepoContract } from "./TranslationsRepoContract.ts"

for (const { layer, name } of storages) translationsRepoContract(name, layer)
