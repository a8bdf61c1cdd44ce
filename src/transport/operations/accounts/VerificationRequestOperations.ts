import { VerificationRequests } from "../../../../services/accounts/VerificationRequests.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("verificationRequests", VerificationRequests, (requests) => ({
  put: ({ payload }) => requests.put(payload),
  withdraw: () => requests.withdraw,
  list: ({ urlParams }) => requests.list(urlParams),
  refuse: ({ path, payload }) => requests.refuse(path.id, payload)
}))
