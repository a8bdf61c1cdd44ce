import { storages } from "../storage.ts"
import { diseaseSearchContract } from "./DiseaseSearchContract.ts"
import { diseasesRepoContract } from "./DiseasesRepoContract.ts"
import { diseasesSavedContract } from "./DiseasesSavedContract.ts"

for (const { layer, name } of storages) {
  diseasesRepoContract(name, layer)
  diseasesSavedContract(name, layer)
  diseaseSearchContract(name, layer)
}
