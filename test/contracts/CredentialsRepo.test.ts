import { storages } from "../storage.ts"
import { credentialsRepoContract } from "./CredentialsRepoContract.ts"

for (const { layer, name } of storages) credentialsRepoContract(name, layer)
