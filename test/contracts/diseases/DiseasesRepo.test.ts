import { contracts } from "../../support/storage/Contracts.ts"
import { diseaseFamilyContract } from "./DiseaseFamilyContract.ts"
import { diseaseRelativesContract } from "./DiseaseRelativesContract.ts"
import { diseasesChangesContract } from "./DiseasesChangesContract.ts"
import { diseasesRepoContract } from "./DiseasesRepoContract.ts"
import { diseasesRetiredContract } from "./DiseasesRetiredContract.ts"
import { diseasesSavedContract } from "./DiseasesSavedContract.ts"

contracts(
  import.meta.url,
  diseasesRepoContract,
  diseaseRelativesContract,
  diseasesSavedContract,
  diseasesChangesContract,
  diseaseFamilyContract,
  diseasesRetiredContract
)
