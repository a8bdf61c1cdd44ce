import { execFileSync } from "node:child_process"

/** The output of a command of git; fails where it does, such as without a repository. */
export const git = (...words: ReadonlyArray<string>) =>
  execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })

/** The newest release, or the last commit where none is tagged. */
const released = () => {
  try {
    return git("describe", "--tags", "--abbrev=0").trim()
  } catch {
    return "HEAD"
  }
}

/**
 * The files that differ from the commit `CHANGED_SINCE`, else from the newest release, else from the last commit; null
 * without git.
 */
export const changedFiles = (): ReadonlyArray<string> | null => {
  try {
    const since = process.env["CHANGED_SINCE"] ?? released()
    const [changed, added] = [git("diff", "--name-only", since), git("ls-files", "--others", "--exclude-standard")]
    return `${changed}${added}`.split("\n").filter((path) => path !== "")
  } catch {
    return null
  }
}
