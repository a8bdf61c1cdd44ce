import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import { healthOfWeek, type ModerationHealth } from "../../domain/moderation/Health.ts"
import { waiting } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { version } from "../../domain/Version.ts"
import { BackupsRepo } from "../../ports/BackupsRepo.ts"
import { FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { catalogueOrigin } from "../diseases/Catalogue.ts"
import { PhenotypeEngine } from "../phenotypes/PhenotypeEngine.ts"
import { withSpans } from "../Spans.ts"
import { Statistics } from "../Statistics.ts"
import { Reports } from "./Reports.ts"

/** How the community and its server are (contract, Alerts). */
export class Health extends Context.Tag("services/moderation/Health")<
  Health,
  {
    /** For moderators and admins. Fails with `NotAllowed` for all others. */
    readonly now: StorageEffect<ModerationHealth, NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Health, withSpans("Health", Effect.gen(make)))
}

function* make() {
  const reports = yield* Reports
  const posts = yield* PostsRepo
  const statistics = yield* Statistics
  const backups = yield* BackupsRepo
  const deliveries = yield* FailedDeliveriesRepo
  const catalogue = yield* catalogueOrigin
  const { phenotypes } = yield* PhenotypeEngine

  const versions = Effect.gen(function* () {
    const origin = Option.getOrUndefined(yield* catalogue.noted)
    const read = yield* Effect.option(phenotypes)
    return {
      server: version,
      catalogue: origin?.origin === "snapshot" && origin.complete ? origin.version : null,
      phenotypes: Option.getOrNull(Option.map(read, ({ data }) => data.versions))
    }
  })

  const now = Effect.gen(function* () {
    const queue = yield* reports.waiting // refuses others before anything is read
    const { total } = yield* posts.page(waiting, { offset: 0, limit: 1 })
    return {
      queue,
      waitingQuestions: total,
      weeks: (yield* statistics.weeks).map(healthOfWeek),
      backup: Option.getOrNull(yield* backups.last),
      versions: yield* versions,
      unsent: yield* deliveries.countSince(DateTime.subtract(yield* DateTime.now, { days: 1 }))
    }
  })

  return { now }
}
