import * as Variables from "../../../src/Config.ts"

/** The variables that name a file or a folder of the operator. */
export const ofFiles = (
  [
    ["NEWS_RULES", Variables.newsRules, undefined],
    ["HELP_LINES", Variables.helpLines, undefined],
    ["CARE_CONTACTS", Variables.careContacts, undefined],
    ["FILES_DIR", Variables.filesDir, "./files"],
    ["COMMUNITY_NAME", Variables.communityName, undefined],
    ["COMMUNITY_DIR", Variables.communityDir, undefined]
  ] as const
).map(([name, config, unset]) => ({
  name,
  config,
  unset,
  good: [["/etc/community/file.json", "/etc/community/file.json"]] as const,
  bad: [],
  message: ""
}))
