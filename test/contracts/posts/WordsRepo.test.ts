import { storages } from "../../support/Storage.ts"
import { wordsRepoContract } from "./WordsRepoContract.ts"

for (const { layer, name } of storages) wordsRepoContract(name, layer)
