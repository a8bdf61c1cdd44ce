import { HelpDoc, Options } from "@effect/cli"
import { Console, Effect, Logger } from "effect"
import { clear, hasColours } from "./Progress.ts"

/** The option of every command that prints a result. */
export const json = Options.boolean("json").pipe(
  Options.withDescription("prints the result as one JSON document, for scripts; messages stay on standard error")
)

/** Prints a result on standard output: as JSON for scripts, else as lines for people. */
export const print = (isJson: boolean, document: unknown, lines: ReadonlyArray<string>): Effect.Effect<void> =>
  Console.log(isJson ? JSON.stringify(document, null, 2) : lines.join("\n"))

/** Rows with their columns under each other. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}

/** Logs to standard error, since standard output is for the result, and above a bar that is there. */
export const logToStandardError = Logger.replace(
  Logger.defaultLogger,
  Logger.withConsoleError(Logger.map(Logger.logfmtLogger, (line) => `${clear}${line}`))
)

const colour = /\u001b\[[0-9;]*m/g

/**
 * A console without colours where they are not shown, and whose usage lines begin with the whole command: the library
 * colours all its texts, and prints the last word of the command only.
 */
export const plainConsole = (command: ReadonlyArray<string>) => {
  const before = ["rare-disease-community", ...command.slice(0, -1)].join(" ")
  const shown = (stream: NodeJS.WriteStream) => (text: unknown) => {
    if (typeof text !== "string") return text
    const plain = hasColours(stream) ? text : text.replace(colour, "")
    return command.length === 0 ? plain : plain.replace(/(USAGE\S*\n\n\$ )/, `$1${before} `)
  }
  return <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Console.consoleWith((console) =>
      Effect.withConsole(program, {
        ...console,
        log: (...texts) => console.log(...texts.map(shown(process.stdout))),
        error: (...texts) => console.error(...texts.map(shown(process.stderr)))
      })
    )
}

const examples = [
  "serve",
  "migrate --dry-run",
  "migrate --json",
  "import diseases ./mondo ./orphadata --report conflicts.tsv",
  "import signs ./de_product1.xml",
  "admin create --username keeper --email keeper@example.org",
  "admin create --username keeper --email keeper@example.org --password-stdin < password.txt",
  "admin promote maria_zebra",
  "admin reset-password maria@example.org",
  "admin suspend maria_zebra --reason 'The account was taken over.' --until 2027-01-01T00:00:00Z",
  "admin unsuspend maria_zebra",
  "keys list maria_zebra --json",
  "members export maria_zebra",
  "members erase maria_zebra --posts keep",
  "members reset-second-factor maria_zebra",
  "keys revoke maria_zebra 12 13",
  "keys revoke maria_zebra --all",
  "moderation queue",
  "moderation queue --json",
  "mail digest",
  "backup community.backup",
  "backup - | ssh elsewhere 'cat > community.backup'",
  "restore community.backup",
  "check",
  "check --json",
  "config",
  "config --json",
  "languages",
  "--completions bash > /etc/bash_completion.d/rare-disease-community"
]

const exitCodes = [
  "0    done",
  "1    failed, or `check` found something; the last line of standard error says why",
  "2    the arguments or a variable of the environment are wrong",
  "3    the folder of the embedded database cannot be used: stop the server that holds it first",
  "4    the database of DATABASE_URL does not answer",
  "130  stopped by Ctrl-C (143: by SIGTERM)"
]

const section = (title: string, lines: ReadonlyArray<string>) => [
  HelpDoc.h1(title),
  ...lines.map((line) => HelpDoc.p(line))
]

const globalOptions = [
  "--help, -h          shows the help of a command",
  "--version           shows the version",
  "--completions SHELL prints completions for bash, fish, sh or zsh",
  "--log-level LEVEL   trace, debug, info, warning, error, fatal or none",
  "--wizard            asks for each argument"
]

/** The end of a help text: the options of every command, examples of this one, or of all, and the exit codes. */
export const footer = (words: ReadonlyArray<string>): HelpDoc.HelpDoc => {
  const command = words.join(" ")
  const own = examples.filter((example) => `${example} `.startsWith(command === "" ? "" : `${command} `))
  const shown = own.map((example) => `$ rare-disease-community ${example}`)
  return HelpDoc.blocks([
    ...section("GLOBAL OPTIONS", globalOptions),
    ...section("EXAMPLES", shown),
    ...section("EXIT CODES", exitCodes)
  ])
}
