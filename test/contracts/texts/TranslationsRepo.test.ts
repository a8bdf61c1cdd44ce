import { contracts } from "../../support/storage/Contracts.ts"
import { translationsRepoContract } from "./TranslationsRepoContract.ts"

contracts(import.meta.url, translationsRepoContract)
