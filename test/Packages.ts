import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { foldersWithPackages } from "./SuiteSelection.ts"

/** Installs the packages that only the suites of a folder need, once. */
export default () => {
  for (const folder of foldersWithPackages) {
    if (existsSync(`${folder}/node_modules`)) continue
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder], { stdio: "inherit" })
  }
}
