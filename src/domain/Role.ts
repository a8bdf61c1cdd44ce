import { oneOf } from "./OneOf.ts"

/** What somebody is in the community. Only an admin may change it. */
export const Role = oneOf("user", "expert", "admin").annotations({
  identifier: "Role",
  description: "`user`, `expert` or `admin`."
})
export type Role = typeof Role.Type
