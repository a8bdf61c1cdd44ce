import { storages } from "../storage.ts"
import { usersAddressesContract } from "./UsersAddressesContract.ts"
import { usersRepoContract } from "./UsersRepoContract.ts"

for (const { layer, name } of storages) {
  usersRepoContract(name, layer)
  usersAddressesContract(name, layer)
}
