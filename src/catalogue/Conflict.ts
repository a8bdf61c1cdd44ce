/** A disagreement between the sources, and its resolution. */
export interface Conflict {
  readonly kind: string
  /** The id or code that the sources disagree about. */
  readonly about: string
  readonly detail: string
}
