import { requestMetrics, update } from "../../concurrency/Metrics.ts"

/** Methods with a label of their own. Node's parser knows some thirty others, which nothing here answers. */
const namedMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The metrics of a route and a method; their labels are bounded, whatever clients send. */
class Series {
  readonly #metrics: ReturnType<typeof requestMetrics>
  readonly #byStatus = new Map<number, ReturnType<ReturnType<typeof requestMetrics>["answered"]>>()

  constructor(route: string, method: string) {
    this.#metrics = requestMetrics(route, method)
  }

  add(status: number, millis: number) {
    let answered = this.#byStatus.get(status)
    if (answered === undefined) {
      answered = this.#metrics.answered(status)
      this.#byStatus.set(status, answered)
    }
    update(answered)
    update(this.#metrics.duration, millis / 1_000)
  }
}

const all = new Map<string, Map<string, Series>>()

const seriesOf = (route: string, method: string): Series => {
  const ofRoute = all.get(route) ?? new Map<string, Series>()
  all.set(route, ofRoute)
  const series = ofRoute.get(method) ?? new Series(route, method)
  ofRoute.set(method, series)
  return series
}

/** Counts an answered request; `route` is the path of its endpoint as the definition writes it, none for an unknown path. */
export const countRequest = (route: string | undefined, method: string, status: number, millis: number): void =>
  seriesOf(route ?? "unknown", namedMethods.has(method) ? method : "other").add(status, Math.max(0, millis))
