import { oneDatabase } from "../../support/Storage.ts"
import { everyWrite } from "./EveryWrite.ts"

for (const storage of oneDatabase) everyWrite(storage)
