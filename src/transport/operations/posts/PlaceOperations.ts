import { Places } from "../../../services/posts/Places.ts"
import { operations } from "../../http/HandlerRegistry.ts"

export const placeOperations = operations("places", Places, ({ set }) => ({
  set: ({ path, payload }) => set(path.id, payload)
}))
