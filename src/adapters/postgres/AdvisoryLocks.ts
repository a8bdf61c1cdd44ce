/** The first keys of all advisory locks of two keys, which this program and its SQL functions take. */
export const advisoryLocks = {
  /** Roles, suspensions and erasures, one after the other. */
  roles: 1,
  /** The inbox of a member, by `batched_writes.sql`, `hidden.sql` and `own_data.sql` too. */
  inbox: 2,
  /** The version of content that is loaded at the start, by the hash of its name. */
  content: 3,
  /** A slot of the counts (`counts.sql`). */
  counts: 9,
  /** An Idempotency-Key, by its hash (`idempotency.sql`). */
  idempotencyKey: 14,
  /** The stored answers of a member (`idempotency.sql`). */
  idempotencyMember: 15,
  /** The targets of reports and decisions. */
  post: 16,
  comment: 17,
  user: 18,
  /** Decisions about all texts of a member, one after the other (`hidden.sql`). */
  allTexts: 21,
  /** The settings of the community. */
  communitySettings: 22,
  /** Webhooks, whose number is limited. */
  webhooks: 27,
  /** The alerts of a member's reports of danger. */
  dangerReports: 28
} as const

/** The key of the one advisory lock of one key: instances that migrate at once. */
export const migrationLock = 727_272
