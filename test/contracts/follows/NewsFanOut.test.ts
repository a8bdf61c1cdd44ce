import { contracts } from "../../support/storage/Contracts.ts"
import { newsFanOutContract } from "./NewsFanOutContract.ts"

contracts(import.meta.url, newsFanOutContract)
