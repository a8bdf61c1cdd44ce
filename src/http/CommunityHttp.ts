import { HttpApiBuilder } from "@effect/platform"
import { Layer } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import * as AccessHttp from "./AccessHttp.ts"
import * as AccountsHttp from "./AccountsHttp.ts"
import * as Addresses from "./Addresses.ts"
import { Admission } from "./Admission.ts"
import { Answering } from "./Answering.ts"
import * as CommentsHttp from "./CommentsHttp.ts"
import * as DiseasesHttp from "./DiseasesHttp.ts"
import * as Edge from "./Edge.ts"
import * as LikesHttp from "./LikesHttp.ts"
import * as NewsHttp from "./NewsHttp.ts"
import * as NotificationsHttp from "./NotificationsHttp.ts"
import * as OperationHttp from "./OperationHttp.ts"
import * as PostsHttp from "./PostsHttp.ts"
import * as StatisticsHttp from "./StatisticsHttp.ts"
import * as UsersHttp from "./UsersHttp.ts"

const groups = Layer.mergeAll(
  AccountsHttp.layer,
  PostsHttp.layer,
  CommentsHttp.layer,
  LikesHttp.layer,
  NewsHttp.layer,
  DiseasesHttp.layer,
  UsersHttp.layer,
  NotificationsHttp.layer,
  StatisticsHttp.layer,
  OperationHttp.layer
)

/** Who may call, and from where: what every group of the definition asks for, here and in other rooms. */
export const access = Layer.merge(AccessHttp.layer, Addresses.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Addresses.Addresses.layer, Admission.layer, Answering.layer))
)

/** Serves `CommunityApi`. Left open are `access`, and the groups that other rooms answer: streams, and what speaks no REST. */
export const layer = HttpApiBuilder.serve().pipe(
  Layer.provide(Edge.layer),
  Layer.provide(HttpApiBuilder.api(CommunityApi)),
  Layer.provide(groups)
)
