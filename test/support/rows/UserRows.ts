import { Redacted } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { nobody, type Row, type World } from "./World.ts"

/** The endpoints of members. Called by the author of the post. */
export const userRows: Readonly<Record<string, (world: World) => Row>> = {
  "users.list": () => ({
    status: 200,
    ask: { path: "/api/users" },
    fails: { 400: { path: "/api/users?role=x" }, 403: { path: "/api/users?search=maria" } }
  }),
  "users.me": () => ({ status: 200, ask: { path: "/api/users/me" }, fails: {} }),
  "users.updateMe": ({ bob }) => {
    const path = "/api/users/me"
    return {
      status: 200,
      ask: { path, body: { bio: "me" } },
      fails: {
        400: { path, body: { diseaseIds: [nobody] } },
        403: { path, body: { role: "expert" } },
        409: { path, body: { username: bob.user.username } }
      }
    }
  },
  "users.get": ({ bob }) => ({
    status: 200,
    ask: { path: `/api/users/${bob.user.id}` },
    fails: { 404: { path: `/api/users/${nobody}` } }
  }),
  "users.update": ({ bob, maria }) => {
    const path = `/api/users/${maria.user.id}`
    return {
      status: 200,
      ask: { path, body: { bio: "me" } },
      fails: {
        400: { path, body: { diseaseIds: [nobody] } },
        403: { path, body: { bio: "me" }, as: bob.token },
        404: { path: `/api/users/${nobody}`, body: {} },
        409: { path, body: { username: bob.user.username } }
      }
    }
  },
  "users.verify": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/verification`
    const body = { as: "a nurse" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { as: "" } },
        403: { path, body },
        404: { path: `/api/users/${nobody}/verification`, body },
        409: { path, body: { ...body, username: unique() }, as: admin.token }
      }
    }
  },
  "users.unverify": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/verification`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: `/api/users/${nobody}/verification` } }
    }
  },
  "users.revokeCredentials": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/credentials`
    const body = { reason: "taken over" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: {}, as: admin.token },
        403: { path, body },
        404: { path: `/api/users/${nobody}/credentials`, body }
      }
    }
  },
  "users.passwordLink": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/password-link`
    return {
      status: 201,
      ask: { path, as: admin.token },
      fails: {
        400: { path, body: { password: 1 }, as: admin.token },
        403: { path },
        404: { path: `/api/users/${nobody}/password-link` }
      }
    }
  },
  "users.suspend": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/suspension`
    const body = { reason: "spam" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { ...body, until: "2020-01-01T00:00:00Z" }, as: admin.token },
        403: { path, body },
        404: { path: `/api/users/${nobody}/suspension`, body }
      }
    }
  },
  "users.unsuspend": ({ admin, bob }) => {
    const path = `/api/users/${bob.user.id}/suspension`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: `/api/users/${nobody}/suspension` } }
    }
  },
  "users.export": ({ agent }) => {
    const path = "/api/users/me/export"
    return { status: 200, ask: { path }, fails: { 403: { path, as: agent.key } } }
  },
  "users.leave": ({ agent, dora }) => {
    const path = "/api/users/me"
    const body = { password: Redacted.value(dora.payload.password), posts: "delete" }
    return {
      status: 200,
      ask: { path, body, as: dora.token },
      fails: { 400: { path, body: { ...body, posts: "x" } }, 403: { path, body, as: agent.key } }
    }
  },
  "users.block": ({ bob, maria }) => ({
    status: 200,
    ask: { path: `/api/users/${bob.user.id}/block` },
    fails: {
      400: { path: `/api/users/${maria.user.id}/block` },
      404: { path: `/api/users/${nobody}/block` }
    }
  }),
  "users.unblock": ({ bob, maria }) => ({
    status: 200,
    ask: { path: `/api/users/${bob.user.id}/block` },
    fails: {
      400: { path: `/api/users/${maria.user.id}/block` },
      404: { path: `/api/users/${nobody}/block` }
    }
  }),
  "users.listBlocks": () => ({
    status: 200,
    ask: { path: "/api/users/me/blocks" },
    fails: { 400: { path: "/api/users/me/blocks?page=0" } }
  }),
  "invitations.create": ({ admin }) => {
    const path = "/api/invitations"
    const body = { note: "a friend" }
    return {
      status: 201,
      ask: { path, body, as: admin.token },
      fails: { 400: { path, body: { uses: 0 }, as: admin.token }, 403: { path, body } }
    }
  },
  "invitations.list": ({ admin }) => {
    const path = "/api/invitations"
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 400: { path: `${path}?page=0`, as: admin.token }, 403: { path } }
    }
  },
  "invitations.end": ({ admin, invitation }) => {
    const path = `/api/invitations/${invitation}`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: `/api/invitations/${nobody}`, as: admin.token } }
    }
  },
  "verificationRequests.put": () => {
    const path = "/api/users/me/verification-request"
    const body = { as: "nurse", text: "Register 12345." }
    return { status: 200, ask: { path, body }, fails: { 400: { path, body: { as: "nurse" } } } }
  },
  "verificationRequests.withdraw": () => ({
    status: 200,
    ask: { path: "/api/users/me/verification-request" },
    fails: {}
  }),
  "verificationRequests.list": ({ admin }) => {
    const path = "/api/verification-requests"
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 400: { path: `${path}?page=0`, as: admin.token }, 403: { path } }
    }
  },
  "verificationRequests.refuse": ({ admin, request }) => {
    const path = `/api/verification-requests/${request}`
    const body = { reason: "The register does not have it." }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: {}, as: admin.token },
        403: { path, body },
        404: { path: `/api/verification-requests/${nobody}`, body, as: admin.token },
        409: { path, body: { ...body, asked: { as: "something else", text: "Other words" } }, as: admin.token }
      }
    }
  }
}
