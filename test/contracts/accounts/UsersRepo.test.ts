import { contracts } from "../../support/storage/Contracts.ts"
import { invitationsRepoContract } from "./InvitationsRepoContract.ts"
import { usersActivityContract } from "./UsersActivityContract.ts"
import { usersRepoContract } from "./UsersRepoContract.ts"
import { usersSearchContract } from "./UsersSearchContract.ts"
import { usersVerifiedContract } from "./UsersVerifiedContract.ts"

contracts(
  import.meta.url,
  usersRepoContract,
  usersActivityContract,
  usersSearchContract,
  usersVerifiedContract,
  invitationsRepoContract
)
