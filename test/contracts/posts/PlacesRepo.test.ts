import { contracts } from "../../support/storage/Contracts.ts"
import { placesRepoContract } from "./PlacesRepoContract.ts"

contracts(import.meta.url, placesRepoContract)
