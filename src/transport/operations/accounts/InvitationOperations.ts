import { Invitations } from "../../../services/accounts/Invitations.ts"
import { operations, withLocation } from "../../http/HandlerRegistry.ts"

export const invitationOperations = operations("invitations", Invitations, (invitations) => ({
  create: withLocation(
    ({ payload }) => invitations.create(payload),
    () => "/api/invitations"
  ),
  list: ({ urlParams }) => invitations.list(urlParams),
  end: ({ path }) => invitations.end(path.id)
}))
