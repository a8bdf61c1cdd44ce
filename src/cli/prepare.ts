import { namesIn, phenotypesIn } from "../adapters/node/phenotypes/PhenotypeFileReading.ts"
import { prepareCluster } from "../adapters/postgres/connection/NewCluster.ts"

/**
 * Makes what each first start would make again, which takes much more memory than a server has then: a new database,
 * and what is searched of the files that ship. `operations/build.cjs` runs it.
 */
await prepareCluster()
await namesIn("")
await phenotypesIn("")
