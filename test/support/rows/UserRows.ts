import { Redacted } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { type Ask, asMember, nobody, ofAdmins, type Row, row, rowOf, type World } from "./World.ts"

/** What an admin does to a member; an unknown one is 404 before a right. */
const aboutMember =
  (what: string, body?: unknown, fails: Readonly<Record<number, Partial<Ask>>> = {}, status = 200) =>
  ({ admin, bob }: World): Row =>
    row(
      { path: `/api/users/${bob.user.id}/${what}`, body, as: admin.token },
      { ...fails, 403: asMember, 404: { path: `/api/users/${nobody}/${what}`, ...asMember } },
      status
    )

const block = ({ bob, maria }: World) =>
  rowOf({ path: `/api/users/${bob.user.id}/block` }, { 400: { path: `/api/users/${maria.user.id}/block` } })

const invitations = "/api/invitations"
const request = "/api/users/me/verification-request"
const requests = "/api/verification-requests"

/** The endpoints of members. Called by the author of the post. */
export const userRows: Readonly<Record<string, (world: World) => Row>> = {
  "users.list": () =>
    row({ path: "/api/users" }, { 400: { path: "/api/users?role=x" }, 403: { path: "/api/users?search=maria" } }),
  "users.me": () => row({ path: "/api/users/me" }),
  "users.updateMe": ({ bob }) =>
    row(
      { path: "/api/users/me", body: { bio: "me" } },
      {
        400: { body: { diseaseIds: [nobody] } },
        403: { body: { role: "expert" } },
        409: { body: { username: bob.user.username } }
      }
    ),
  "users.get": ({ bob }) => rowOf({ path: `/api/users/${bob.user.id}` }),
  "users.update": ({ bob, maria }) =>
    row(
      { path: `/api/users/${maria.user.id}`, body: { bio: "me" } },
      {
        400: { body: { diseaseIds: [nobody] } },
        403: { as: bob.token },
        404: { path: `/api/users/${nobody}`, body: {} },
        409: { body: { username: bob.user.username } }
      }
    ),
  "users.verify": (world) =>
    aboutMember(
      "verification",
      { as: "a nurse" },
      { 400: { body: { as: "" }, ...asMember }, 409: { body: { as: "a nurse", username: unique() } } }
    )(world),
  "users.unverify": aboutMember("verification"),
  "users.revokeCredentials": aboutMember("credentials", { reason: "taken over" }, { 400: { body: {} } }),
  "users.passwordLink": aboutMember("password-link", undefined, { 400: { body: { password: 1 } } }, 201),
  "users.suspend": aboutMember(
    "suspension",
    { reason: "spam" },
    { 400: { body: { reason: "spam", until: "2020-01-01T00:00:00Z" } } }
  ),
  "users.unsuspend": aboutMember("suspension"),
  "users.export": ({ agent }) => row({ path: "/api/users/me/export" }, { 403: { as: agent.key } }),
  "users.leave": ({ agent, dora }) => {
    const body = { password: Redacted.value(dora.payload.password), posts: "delete" }
    return row(
      { path: "/api/users/me", body, as: dora.token },
      { 400: { body: { ...body, posts: "x" }, ...asMember }, 403: { as: agent.key } }
    )
  },
  "users.block": block,
  "users.unblock": block,
  "users.listBlocks": () => row({ path: "/api/users/me/blocks" }, { 400: { path: "/api/users/me/blocks?page=0" } }),
  "invitations.create": ofAdmins(invitations, { note: "a friend" }, { 400: { body: { uses: 0 } } }, 201),
  "invitations.list": ofAdmins(invitations, undefined, { 400: { path: `${invitations}?page=0` } }),
  "invitations.end": ({ admin, invitation }) =>
    rowOf({ path: `${invitations}/${invitation}`, as: admin.token }, { 403: asMember }),
  "verificationRequests.put": () =>
    row({ path: request, body: { as: "nurse", text: "Register 12345." } }, { 400: { body: { as: "nurse" } } }),
  "verificationRequests.withdraw": () => row({ path: request }),
  "verificationRequests.list": ofAdmins(requests, undefined, { 400: { path: `${requests}?page=0` } }),
  "verificationRequests.refuse": ({ admin, request: id }) => {
    const body = { reason: "The register does not have it." }
    return rowOf(
      { path: `${requests}/${id}`, body, as: admin.token },
      {
        400: { body: {} },
        403: asMember,
        409: { body: { ...body, asked: { as: "something else", text: "Other words" } } }
      }
    )
  }
}
