import { storages } from "../../support/Storage.ts"
import { auditRepoContract } from "./AuditRepoContract.ts"

for (const { layer, name } of storages) auditRepoContract(name, layer)
