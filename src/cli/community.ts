import { commandLine, exitCodeOf, isPrinted } from "./CommandLine.ts"
import { runMain } from "./RunMain.ts"

const args = process.argv.slice(2)

runMain(commandLine(args), { exitCodeOf, isPrinted, endsBySignal: args[0] === "serve" })
