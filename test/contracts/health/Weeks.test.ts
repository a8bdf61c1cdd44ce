import { contracts } from "../../support/storage/Contracts.ts"
import { weeksContract } from "./WeeksContract.ts"

contracts(import.meta.url, weeksContract)
