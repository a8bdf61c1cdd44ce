import { Layer } from "effect"
import { AccountSecurity } from "./accounts/AccountSecurity.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { AuditLog } from "./accounts/AuditLog.ts"
import { Credentials, openConnectionsChecked } from "./accounts/Credentials.ts"
import { FirstAdmin } from "./accounts/FirstAdmin.ts"
import { LeakGuard } from "./accounts/LeakGuard.ts"
import { Moderation } from "./accounts/Moderation.ts"
import { Users } from "./accounts/Users.ts"
import { WriteBudgets } from "./accounts/WriteBudgets.ts"
import { Changes } from "./Changes.ts"
import { ConnectionQuota } from "./ConnectionQuota.ts"
import { DiseaseFinder } from "./diseases/DiseaseFinder.ts"
import { Diseases } from "./diseases/Diseases.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import { MetricsAccess } from "./MetricsAccess.ts"
import { News } from "./news/News.ts"
import { NotificationFeed } from "./notifications/NotificationFeed.ts"
import { Notifications } from "./notifications/Notifications.ts"
import { Comments } from "./posts/Comments.ts"
import { ContentFilter } from "./posts/ContentFilter.ts"
import { Likes } from "./posts/Likes.ts"
import { PostSearch } from "./posts/PostSearch.ts"
import { Posts } from "./posts/Posts.ts"
import { Similar } from "./posts/Similar.ts"
import { ViewCounter } from "./posts/ViewCounter.ts"
import { RateLimits } from "./RateLimits.ts"
import { Readiness } from "./Readiness.ts"
import { ShutdownSignal } from "./ShutdownSignal.ts"
import { Statistics } from "./Statistics.ts"

/** Every service that a transport calls, over the ports. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  AccountSecurity.layer,
  ApiKeys.layer,
  Comments.layer,
  Credentials.layer,
  Diseases.layer,
  Idempotency.layer,
  Likes.layer,
  MetricsAccess.layer,
  News.layer,
  Moderation.layer,
  Posts.layer,
  Readiness.layer,
  Similar.layer,
  Statistics.layer,
  Users.layer,
  WriteBudgets.layer
).pipe(
  Layer.provideMerge(Notifications.layer),
  Layer.provideMerge(NotificationFeed.layer),
  Layer.merge(openConnectionsChecked),
  Layer.provideMerge(ConnectionQuota.layer),
  Layer.provide(PostSearch.layer),
  Layer.provideMerge(DiseaseFinder.layer),
  Layer.provide(ViewCounter.layer),
  Layer.provide(ContentFilter.layer),
  Layer.provide(LeakGuard.layer),
  Layer.provideMerge(AuditLog.layer),
  Layer.provideMerge(FirstAdmin.layer),
  Layer.provideMerge(RateLimits.layer),
  Layer.provideMerge(Changes.layer),
  Layer.provide(ShutdownSignal.layer)
)
