import { storages } from "../../support/Storage.ts"
import { diseaseFamilyContract } from "./DiseaseFamilyContract.ts"
import { diseaseRelativesContract } from "./DiseaseRelativesContract.ts"
import { diseasesChangesContract } from "./DiseasesChangesContract.ts"
import { diseasesRepoContract } from "./DiseasesRepoContract.ts"
import { diseasesRetiredContract } from "./DiseasesRetiredContract.ts"
import { diseasesSavedContract } from "./DiseasesSavedContract.ts"

for (const { layer, name } of storages) {
  diseasesRepoContract(name, layer)
  diseaseRelativesContract(name, layer)
  diseasesSavedContract(name, layer)
  diseasesChangesContract(name, layer)
  diseaseFamilyContract(name, layer)
  diseasesRetiredContract(name, layer)
}
