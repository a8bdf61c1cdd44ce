import { contracts } from "../../support/storage/Contracts.ts"
import { auditRepoContract } from "./AuditRepoContract.ts"

contracts(import.meta.url, auditRepoContract)
