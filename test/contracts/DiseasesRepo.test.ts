import { storages } from "../storage.ts"
import { diseaseSearchContract } from "./DiseaseSearchContract.ts"
import { diseasesRepoContract } from "./DiseasesRepoContract.ts"

for (const { layer, name } of storages) {
  diseasesRepoContract(name, layer)
  diseaseSearchContract(name, layer)
}
