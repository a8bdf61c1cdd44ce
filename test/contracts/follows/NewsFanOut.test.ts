import { storages } from "../../support/Storage.ts"
import { newsFanOutContract } from "./NewsFanOutContract.ts"

for (const { layer, name } of storages) newsFanOutContract(name, layer)
