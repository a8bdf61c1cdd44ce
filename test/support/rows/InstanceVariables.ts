import * as Variables from "../../../src/Config.ts"

/** The variables of several instances: default, valid values, and invalid values with their message. */
export const ofInstances = [
  {
    name: "INSTANCE_URL",
    config: Variables.instanceUrl,
    unset: undefined,
    good: [
      ["http://10.0.0.5:3000/", "http://10.0.0.5:3000"],
      ["https://one.example", "https://one.example"]
    ],
    bad: ["10.0.0.5:3000", "ftp://one.example", "http://one.example/path", "http://user@one.example", "http://"],
    message: "must be an http or https URL without a path, such as http://10.0.0.5:3000"
  }
] as const
