import { Places } from "../../../../services/posts/Places.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("places", Places, ({ set }) => ({ set: ({ path, payload }) => set(path.id, payload) }))
