import { storages } from "../../support/Storage.ts"
import { invitationsRepoContract } from "./InvitationsRepoContract.ts"
import { usersActivityContract } from "./UsersActivityContract.ts"
import { usersRepoContract } from "./UsersRepoContract.ts"
import { usersSearchContract } from "./UsersSearchContract.ts"
import { usersVerifiedContract } from "./UsersVerifiedContract.ts"

for (const { layer, name } of storages) {
  usersRepoContract(name, layer)
  usersActivityContract(name, layer)
  usersSearchContract(name, layer)
  usersVerifiedContract(name, layer)
  invitationsRepoContract(name, layer)
}
