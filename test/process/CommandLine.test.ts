import { readFileSync } from "node:fs"
import { join as pathOf } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { join, send } from "../support/Members.ts"
import { unlimited, withMail } from "../support/Unlimited.ts"
import { at } from "../support/Wire.ts"
import { answerOf, launched, ran } from "./commands/Commands.ts"
import { databases } from "./Databases.ts"
import { clientOf, dataDir, folder, launch, start } from "./Program.ts"
import { operating } from "./Readme.ts"

const sourceOf = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8")

const login = (email: string, password: string) => send("POST", "/api/auth/login", { body: { email, password } })

for (const { name, variables } of databases) {
  describe(`rare-disease-community (${name})`, () => {
    it.scopedLive(
      "makes an admin, promotes a member, resets a password and revokes keys, and a server that starts then sees it",
      () =>
        Effect.gen(function* () {
          const own = { ...unlimited, ...(yield* variables) }
          const words = ["admin", "create", "--username", "keeper", "--email", "keeper@example.org"]
          const made = yield* answerOf(own, words)
          expect(made).toMatchObject({ username: "keeper", email: "keeper@example.org", role: "admin" })
          const again = yield* ran(own, words)
          expect(again).toMatchObject({ code: 1, stdout: "" })
          expect(again.stderr).toMatch(/^rare-disease-community: this email is taken/)

          const first = yield* start(own)
          const maria = yield* Effect.provide(
            Effect.gen(function* () {
              expect((yield* login("keeper@example.org", String(at(made, "password")))).status).toBe(200)
              const member = yield* join()
              yield* member.client.auth.createApiKey({ payload: { name: "agent" } })
              return member
            }),
            clientOf(first.url)
          )
          yield* first.kill("SIGTERM")
          yield* first.ended

          const { email, username } = maria.payload
          expect(yield* answerOf(own, ["admin", "promote", email])).toMatchObject({ username, role: "admin" })
          const sent = yield* answerOf(own, ["admin", "reset-password", username, "--password-stdin"], "from a file\n")
          expect(sent).toEqual({ id: maria.user.id, username, email, role: "admin", endedSessions: 1 })
          const listed = yield* answerOf(own, ["keys", "list", username])
          expect(listed).toMatchObject([
            { name: "agent", scopes: ["read", "write", "notifications"], lastUsedAt: null }
          ])
          const revoked = yield* ran(own, ["keys", "revoke", username, String(at(at(listed, 0), "id"))])
          expect(revoked.stdout).toMatch(/^revoked the key \d+: rdc_\S+ agent\n$/)
          expect(yield* answerOf(own, ["check"])).toEqual({ findings: [] })

          const second = yield* start(own)
          const status = Effect.map(login(email, "from a file"), (answer) => [
            answer.status,
            at(at(answer.body, "user"), "role")
          ])
          expect(yield* Effect.provide(status, clientOf(second.url))).toEqual([200, "admin"])
        })
    )
  })
}

describe("docs/operating.md on the command line", () => {
  it("names every command, and no other", () => {
    const [, table = ""] = /## Operating it from the command line(.*?)\n## /s.exec(operating()) ?? []
    const named = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([a-z -]+?)(?: \[.*?\])?`/g)].map(([, words]) => words)
    )
    const [, examples = ""] = /const examples = \[(.*?)\]/s.exec(sourceOf("cli/Output.ts")) ?? []
    const shown = [
      ...examples.matchAll(
        /^ +"([a-z]+(?: (?:diseases|news|signs|create|promote|reset-password|reset-second-factor|suspend|unsuspend|list|revoke|queue|digest|export|erase))?)/gm
      )
    ]
    expect(new Set(named)).toEqual(new Set(shown.map(([, words]) => words)))
  })
})

describe("rare-disease-community", () => {
  it.scopedLive("ends with the exit code of its help, and prints the reason in one line", () =>
    Effect.gen(function* () {
      const DATA_DIR = pathOf(yield* folder, "absent")
      const away = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
      const admin = ["admin", "create", "--username", "keeper", "--email"]
      const cases = [
        [{ DATA_DIR }, ["keys", "list", "ada"], 3, "holds no database"],
        [{ DATA_DIR }, ["check"], 3, "holds no database"],
        [away, ["check"], 4, "DATABASE_URL does not answer"],
        [away, ["admin", "promote", "ada"], 4, "DATABASE_URL does not answer"],
        [{ DATABASE_URL: "none" }, ["check"], 2, "DATABASE_URL must be a URL"],
        [{ DATA_DIR }, ["keys", "revoke", "ada"], 2, "give the ids of keys, or --all"],
        [{ DATA_DIR }, ["keys", "revoke", "ada", "1", "--all"], 2, "give the ids of keys, or --all"],
        [{ DATA_DIR }, [...admin, "keeper"], 2, "must be an address"],
        [{ DATA_DIR }, ["mail", "digest"], 2, "set SMTP_URL and MAIL_FROM"],
        [{ DATA_DIR, ...withMail }, ["mail", "digest"], 3, "holds no database"],
        [{ DATA_DIR }, ["members", "erase", "ada"], 2, "--posts delete, or --posts keep"],
        [{ DATA_DIR }, ["keys", "lst"], 2, "Invalid subcommand"],
        [{ PORT: "http" }, ["config"], 2, "invalid: PORT"]
      ] as const
      for (const [variables, words, code, reason] of cases) {
        const answer = yield* ran(variables, words)
        expect({ words, ...answer }).toMatchObject({ words, code, stderr: expect.stringContaining(reason) })
      }
      // Those of a process, in one line.
      for (const [variables, words, code, reason] of [cases[0], cases[3]]) {
        const { code: own, stderr } = yield* launched(variables, words)
        expect([own, stderr]).toEqual([code, expect.stringMatching(`^[^\\n]*${reason}[^\\n]*\\n$`)])
      }
    })
  )

  it.scopedLive("refuses a password on standard input that is too short, and does not repeat it", () =>
    Effect.gen(function* () {
      const own = { DATA_DIR: yield* dataDir }
      const words = ["admin", "create", "--username", "keeper", "--email", "k@example.org", "--password-stdin"]
      const refused = yield* launched(own, words, "short\n")
      expect(refused).toMatchObject({ code: 2, stdout: "" })
      expect(refused.stderr).toContain("must be one line of 8 to 256 characters")
      expect(refused.stderr).not.toContain("short")
    })
  )

  it.scopedLive("shows every variable of the configuration, and no secret", () =>
    Effect.gen(function* () {
      const variables = {
        DATABASE_URL: "postgres://ada:hidden@db.example/community",
        FIRST_ADMIN_CODE: "hidden code of the operator"
      }
      const { code, stdout } = yield* ran(variables, ["config"])
      expect(code).toBe(0)
      expect(stdout).not.toContain("hidden")
      expect(stdout).toMatch(/^DATABASE_URL +environment +postgres:\/\/ada:\*\*\*@db\.example\/community$/m)
      const shown = [...stdout.matchAll(/^([A-Z_]{4,}) /gm)].map(([, name]) => name)
      expect(shown).toEqual([...sourceOf("Config.ts").matchAll(/variable\(\s*"([A-Z_]+)"/g)].map(([, name]) => name))
    })
  )

  it.scopedLive(
    "shows what counts where a file is not named, and what a start refuses of files and of half a pair",
    () =>
      Effect.gen(function* () {
        const { stdout } = yield* ran({ PUBLIC_URL: "" }, ["config"])
        expect(stdout).toMatch(/^HELP_LINES +default +content\/help-lines\.json$/m)
        expect(stdout).toMatch(/^SAMPLES +default +on, and off with PUBLIC_URL$/m)
        const variables = { HELP_LINES: "/nope", COMMUNITY_DIR: "/nope", SMTP_URL: "smtp://mail.example:587" }
        const refused = yield* ran(variables, ["config"])
        expect(refused.code).not.toBe(0)
        expect(refused.stdout).toMatch(
          /^HELP_LINES +environment +\(invalid: must be a JSON file .*; it cannot be read\)$/m
        )
        expect(refused.stdout).toMatch(/^COMMUNITY_DIR +environment +\(invalid: must be a folder /m)
        expect(refused.stdout).toMatch(/^MAIL_FROM +default +\(invalid: must be set too: /m)
        expect(refused.stderr).toContain("invalid: MAIL_FROM, HELP_LINES, COMMUNITY_DIR")
      })
  )

  it.scopedLive("ends without a stack of Node where nobody reads its output any more", () =>
    Effect.gen(function* () {
      const script = '"$@" config --json | true; exit $PIPESTATUS'
      const program = yield* launch({}, ["bash", "-c", script, "-", process.execPath, "dist/server/community.mjs"])
      expect(yield* program.ended).toEqual({ code: 141, signal: null })
      expect(yield* program.stderr).toBe("")
    })
  )

  it.scopedLive(
    "prints help with the examples of the command and the exit codes, and completions for three shells",
    () =>
      Effect.gen(function* () {
        const help = (yield* ran({}, ["keys", "revoke", "--help"])).stdout
        expect(help).toContain("$ rare-disease-community keys revoke [--all] [--json] <MEMBER> <ID>...\n")
        expect(help).toContain("$ rare-disease-community keys revoke maria_zebra --all")
        expect(help).not.toContain("admin create")
        expect(help).toContain("3    the folder of the embedded database cannot be used")
        const general = (yield* ran({}, ["--help"])).stdout
        expect(general).toContain("$ rare-disease-community admin create")
        const places = ["COMMANDS", "- migrate", "GLOBAL OPTIONS", "--wizard"].map((text) => general.indexOf(text))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
        expect(`${help}${general}${(yield* ran({}, ["keys", "lst"])).stderr}`).not.toContain("\u001b")
        for (const shell of ["bash", "fish", "zsh"]) {
          const { code, stdout } = yield* ran({}, ["--completions", shell])
          expect({ shell, code, hasCommand: stdout.includes("reset-password") }).toEqual({
            shell,
            code: 0,
            hasCommand: true
          })
        }
      })
  )
})
