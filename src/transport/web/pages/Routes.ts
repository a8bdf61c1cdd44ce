import { Effect } from "effect"
import * as Admin from "./Admin.tsx"
import * as Decisions from "./Decisions.tsx"
import * as Disease from "./Disease.tsx"
import * as Diseases from "./Diseases.tsx"
import * as Documents from "./Documents.tsx"
import * as Files from "./Files.ts"
import * as Home from "./Home.tsx"
import * as Live from "./Live.tsx"
import * as Members from "./Members.tsx"
import * as Moderation from "./Moderation.tsx"
import * as News from "./News.tsx"
import * as Notifications from "./Notifications.tsx"
import * as Posts from "./Posts.tsx"
import * as Reports from "./Reports.tsx"
import * as SignIn from "./SignIn.tsx"
import * as Statistics from "./Statistics.tsx"
import * as Account from "./settings/Account.tsx"
import * as Own from "./settings/Own.tsx"
import * as Security from "./settings/Security.tsx"
import * as ThreadRoutes from "./ThreadRoutes.tsx"
import * as Write from "./Write.tsx"

/** Every page of the site. */
export const allRoutes = Effect.map(
  Effect.all([
    Files.routes,
    Documents.routes,
    Home.routes,
    Diseases.routes,
    Disease.routes,
    Write.routes,
    Posts.routes,
    ThreadRoutes.routes,
    News.routes,
    Statistics.routes,
    SignIn.routes,
    Members.routes,
    Notifications.routes,
    Live.routes,
    Own.routes,
    Security.routes,
    Account.routes,
    Reports.routes,
    Decisions.routes,
    Moderation.routes,
    Admin.routes
  ]),
  (all) => all.flat()
)
