import { storages } from "../../support/Storage.ts"
import { placesRepoContract } from "./PlacesRepoContract.ts"

for (const { layer, name } of storages) placesRepoContract(name, layer)
