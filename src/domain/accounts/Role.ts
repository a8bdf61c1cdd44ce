import { oneOf } from "../OneOf.ts"

/** Only an admin may change a role. */
export const Role = oneOf("user", "expert", "admin").annotations({
  identifier: "Role",
  description: "`user`, `expert` or `admin`."
})
export type Role = typeof Role.Type
