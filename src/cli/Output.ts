import { HelpDoc, Options } from "@effect/cli"
import { Console, type Effect, Logger } from "effect"

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

/** Logs to standard error: standard output is for the result. */
export const logToStandardError = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

const examples = [
  "serve",
  "migrate --dry-run",
  "migrate --json",
  "import diseases ./mondo ./orphadata --report conflicts.tsv",
  "import news https://example.org/feed.xml",
  "admin create --username keeper --email keeper@example.org",
  "admin create --username keeper --email keeper@example.org --password-stdin < password.txt",
  "admin promote maria_zebra",
  "admin reset-password maria@example.org",
  "admin suspend maria_zebra --reason 'The account was taken over.' --until 2027-01-01T00:00:00Z",
  "admin unsuspend maria_zebra",
  "keys list maria_zebra --json",
  "keys revoke maria_zebra 12 13",
  "keys revoke maria_zebra --all",
  "backup community.backup",
  "backup - | ssh elsewhere 'cat > community.backup'",
  "restore community.backup",
  "check",
  "check --json",
  "config",
  "config --json",
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

/** The end of a help text: the examples of the command that these arguments name, or all, and the exit codes. */
export const footer = (args: ReadonlyArray<string>): HelpDoc.HelpDoc => {
  const flag = args.findIndex((argument) => argument.startsWith("-"))
  const command = args.slice(0, flag === -1 ? args.length : flag).join(" ")
  const own = examples.filter((example) => `${example} `.startsWith(command === "" ? "" : `${command} `))
  const shown = own.map((example) => `$ rare-disease-community ${example}`)
  return HelpDoc.blocks([...section("EXAMPLES", shown), ...section("EXIT CODES", exitCodes)])
}
