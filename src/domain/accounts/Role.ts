import { oneOf } from "../Fields.ts"

/** Only an admin may change a role. */
export const Role = oneOf("user", "expert", "moderator", "admin").annotations({
  identifier: "Role",
  description: "`user`, `expert`, `moderator` or `admin`."
})
export type Role = typeof Role.Type

/** True for the roles that decide about other members. */
export const isStaff = (role: Role): boolean => role === "moderator" || role === "admin"
