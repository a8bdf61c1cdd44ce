import { walk } from "./journeys/walk.ts"

walk("Without the script", { hasScript: false })
