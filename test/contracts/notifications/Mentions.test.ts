import { storages } from "../../support/Storage.ts"
import { mentionsContract } from "./MentionsContract.ts"

for (const { layer, name } of storages) mentionsContract(name, layer)
