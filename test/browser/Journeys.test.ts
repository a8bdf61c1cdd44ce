import { walk } from "./journeys/walk.ts"

walk("With the script", { hasScript: true })
