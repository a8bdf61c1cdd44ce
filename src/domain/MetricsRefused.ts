import { Schema } from "effect"

/** The metrics were requested without `METRICS_TOKEN`, or with another token. */
export class WrongMetricsToken extends Schema.TaggedError<WrongMetricsToken>()("WrongMetricsToken", {}) {
  override readonly message = "send the token of the metrics: Authorization: Bearer <METRICS_TOKEN>"
}

/** The metrics were requested from another machine, and the server has no `METRICS_TOKEN`. */
export class MetricsAreLocal extends Schema.TaggedError<MetricsAreLocal>()("MetricsAreLocal", {}) {
  override readonly message = "the metrics are for this machine only while METRICS_TOKEN is not set"
}
