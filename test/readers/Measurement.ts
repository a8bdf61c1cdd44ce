/** What is measured: steps or processor time, of these kinds of texts, with little data or with all that ships. */
export interface Measurement {
  readonly what: "millis" | "steps"
  readonly data: "small" | "whole"
  /** All kinds where absent. */
  readonly kinds?: ReadonlyArray<string>
}
