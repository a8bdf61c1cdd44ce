import { VerificationRequests } from "../../../services/accounts/VerificationRequests.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const verificationRequestOperations = operations("verificationRequests", VerificationRequests, (requests) => ({
  put: ({ payload }) => requests.put(payload),
  withdraw: () => requests.withdraw,
  list: ({ urlParams }) => requests.list(urlParams),
  refuse: ({ path, payload }) => requests.refuse(path.id, payload)
}))
