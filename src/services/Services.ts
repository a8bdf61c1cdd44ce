import { Layer } from "effect"
import { Accounts } from "./Accounts.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Changes } from "./Changes.ts"
import { Closing } from "./Closing.ts"
import { Comments } from "./Comments.ts"
import { Credentials } from "./Credentials.ts"
import { DiseaseFinder } from "./DiseaseFinder.ts"
import { Diseases } from "./Diseases.ts"
import { FirstAdmin } from "./FirstAdmin.ts"
import { Likes } from "./Likes.ts"
import { News } from "./News.ts"
import { Notifications } from "./Notifications.ts"
import { OpenStreams } from "./OpenStreams.ts"
import { PostSearch } from "./PostSearch.ts"
import { Posts } from "./Posts.ts"
import { RateLimits } from "./RateLimits.ts"
import { Readiness } from "./Readiness.ts"
import { Similar } from "./Similar.ts"
import { Statistics } from "./Statistics.ts"
import { Texts } from "./Texts.ts"
import { Users } from "./Users.ts"
import { Views } from "./Views.ts"
import { Words } from "./Words.ts"

/** Every service that a transport calls, over the ports and what touches the machine. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  ApiKeys.layer,
  Comments.layer,
  Credentials.layer,
  Diseases.layer,
  Likes.layer,
  News.layer,
  OpenStreams.layer,
  Posts.layer,
  Readiness.layer,
  Similar.layer,
  Statistics.layer,
  Users.layer
).pipe(
  Layer.provideMerge(DiseaseFinder.layer),
  Layer.provideMerge(Notifications.layer),
  Layer.provide(PostSearch.layer),
  Layer.provide(Views.layer),
  Layer.provide([Texts.layer, Words.layer]),
  Layer.provideMerge(FirstAdmin.layer),
  Layer.provideMerge(RateLimits.layer),
  Layer.provideMerge(Changes.layer),
  Layer.provide(Closing.layer)
)
