import { storages } from "../../support/Storage.ts"
import { weeksContract } from "./WeeksContract.ts"

for (const { layer, name } of storages) weeksContract(name, layer)
