/** What is measured: steps or processor time, with little data or with all that ships. */
export interface Measurement {
  readonly what: "millis" | "steps"
  readonly data: "small" | "whole"
}
