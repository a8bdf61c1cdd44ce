import { runMain } from "./cli/RunMain.ts"
import { serve } from "./cli/Serve.ts"

/** `npm start`: only the command `serve`, without the time that loading the others takes. */
runMain(serve, { endsBySignal: true })
