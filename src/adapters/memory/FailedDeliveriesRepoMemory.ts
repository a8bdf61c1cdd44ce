import { DateTime } from "effect"
import { type DeliveryChannel, FailedDeliveriesRepo } from "../../ports/FailedDeliveriesRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(FailedDeliveriesRepo, ({ read, write }) => ({
  add: (channel, at) =>
    write(({ failedDeliveries }) => {
      const dayBefore = DateTime.subtract(at, { days: 1 })
      failedDeliveries.deleteWhere((row) => DateTime.lessThan(row.at, dayBefore))
      failedDeliveries.set(++failedDeliveries.lastId, { channel, at })
    }),

  countSince: (since) =>
    read(({ failedDeliveries }) => {
      const of = (one: DeliveryChannel) =>
        failedDeliveries.count(({ at, channel }) => channel === one && DateTime.greaterThanOrEqualTo(at, since))
      return { mail: of("mail"), push: of("push"), webhooks: of("webhook") }
    })
}))
