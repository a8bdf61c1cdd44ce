import { Invitations } from "../../../../services/accounts/Invitations.ts"
import { handlers, withLocation } from "../../HandlerRegistry.ts"

export const layer = handlers("invitations", Invitations, (invitations) => ({
  create: withLocation(
    ({ payload }) => invitations.create(payload),
    () => "/api/invitations"
  ),
  list: ({ urlParams }) => invitations.list(urlParams),
  end: ({ path }) => invitations.end(path.id)
}))
