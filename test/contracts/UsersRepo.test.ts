import { storages } from "../storage.ts"
import { usersRepoContract } from "./UsersRepoContract.ts"

for (const { layer, name } of storages) usersRepoContract(name, layer)
