import { contracts } from "../../support/storage/Contracts.ts"
import { notificationsGroupsContract } from "./NotificationsGroupsContract.ts"
import { notificationsOrderContract } from "./NotificationsOrderContract.ts"
import { notificationsRepoContract } from "./NotificationsRepoContract.ts"

contracts(import.meta.url, notificationsRepoContract, notificationsOrderContract, notificationsGroupsContract)
