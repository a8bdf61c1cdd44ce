import { memoryOnly } from "../../support/Storage.ts"
import { everyWrite } from "./EveryWrite.ts"

for (const storage of memoryOnly) everyWrite(storage)
