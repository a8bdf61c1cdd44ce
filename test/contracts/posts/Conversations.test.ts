import { storages } from "../../support/Storage.ts"
import { conversationsContract } from "./ConversationsContract.ts"

for (const { layer, name } of storages) conversationsContract(name, layer)
