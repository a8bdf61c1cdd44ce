import { storages } from "../../support/Storage.ts"
import { notificationsGroupsContract } from "./NotificationsGroupsContract.ts"
import { notificationsOrderContract } from "./NotificationsOrderContract.ts"
import { notificationsRepoContract } from "./NotificationsRepoContract.ts"

for (const { layer, name } of storages) {
  notificationsRepoContract(name, layer)
  notificationsOrderContract(name, layer)
  notificationsGroupsContract(name, layer)
}
