import { storages } from "../storage.ts"
import { notificationsRepoContract } from "./NotificationsRepoContract.ts"

for (const { layer, name } of storages) notificationsRepoContract(name, layer)
