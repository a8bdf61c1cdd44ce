import { storages } from "../../support/Storage.ts"
import { credentialsRepoContract } from "./CredentialsRepoContract.ts"

for (const { layer, name } of storages) credentialsRepoContract(name, layer)
