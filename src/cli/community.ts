import { commandLine, exitCodeOf, isPrinted } from "./CommandLine.ts"
import { runMain } from "./RunMain.ts"

/** The exit code that a shell expects of a program whose reader has gone away, as `head` does: that of SIGPIPE. */
const closedPipeCode = 141

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(closedPipeCode)
    // A command that writes the stream itself tells of it; else Node does, as it would without this listener.
    if (stream.listenerCount("error") === 1) throw error
  })
}

const args = process.argv.slice(2)

runMain(commandLine(args), { exitCodeOf, isPrinted, endsBySignal: args[0] === "serve" })
