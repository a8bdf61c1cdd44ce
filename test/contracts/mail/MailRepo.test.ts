import { storages } from "../../support/Storage.ts"
import { digestsContract } from "./DigestsContract.ts"
import { mailRepoContract } from "./MailRepoContract.ts"

for (const { layer, name } of storages) {
  mailRepoContract(name, layer)
  digestsContract(name, layer)
}
