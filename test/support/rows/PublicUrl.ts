import * as Variables from "../../../src/Config.ts"

/** The address of the community, with what is none. */
export const publicUrl = {
  name: "PUBLIC_URL",
  config: Variables.publicUrl,
  unset: "http://127.0.0.1:3000",
  good: [
    ["https://community.example/", "https://community.example"],
    ["http://Community.example:8080", "http://community.example:8080"]
  ],
  bad: [
    "community.example",
    "ftp://community.example",
    "http://",
    "//community.example",
    "https://community.example/path",
    "https://community.example/?a=b",
    "https://community.example/?",
    "https://community.example#part",
    "https://user:password@community.example"
  ],
  message: "must be an http or https URL of a host alone, such as https://community.example: no path, query or password"
} as const
