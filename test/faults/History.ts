/** One sending of a write or a read. */
export interface Attempt {
  /** Milliseconds since the schedule began, as all times of a history. */
  readonly at: number
  /** The instance or the proxy that it was sent to. */
  readonly through: string
  /** The status, or the reason why there was none. */
  readonly outcome: string
}

/** Something that a member wanted written once, however often it was sent. */
export interface Write {
  readonly member: number
  readonly kind: "post" | "comment" | "like" | "likeComment" | "help" | "edit" | "mark"
  /** A text that occurs in its write and nowhere else. */
  readonly marker: string
  /** The post that is commented, liked or edited. */
  readonly postId?: number
  /** The comment that is liked, or that helped. */
  readonly commentId?: number
  /** The member whom an edit adds to those that the post mentions. */
  readonly mentioned?: number
  /** Which edit of the post it is, from 1. */
  readonly version?: number
  /** The notifications that are marked read. */
  readonly ids?: ReadonlyArray<number>
  readonly startedAt: number
  readonly attempts: Array<Attempt>
  /** Its first answer of 2xx, with the id of the record. */
  acknowledged?: { readonly at: number; readonly id: number }
}

/** A post as somebody sees it. */
export interface SeenPost {
  readonly id: number
  readonly version: number
  /** The markers of the comments that it shows. */
  readonly comments: ReadonlyArray<string>
  /** Which of these comments helped, and which the reader likes. */
  readonly marks: ReadonlyArray<{ readonly id: number; readonly helped: boolean; readonly liked: boolean }>
  readonly liked: boolean
  readonly likeCount: number
  readonly replyCount: number
}

/** A read that a member began after its own writes. */
export interface Read {
  readonly member: number
  readonly at: number
  readonly through: string
  readonly post?: SeenPost
  /** The markers of the newest posts of the member. */
  readonly ownPosts?: ReadonlyArray<string>
  readonly inbox?: ReadonlyArray<{ readonly id: number; readonly read: boolean }>
}

/** An event of a member's stream, in the order of arrival over all its connections. */
export interface StreamEvent {
  readonly member: number
  /** Which stream of the member, from 0. */
  readonly stream: number
  readonly at: number
  readonly through: string
  readonly event: string
  readonly id: number | undefined
}

/** A request that a limit counts. */
export interface Counted {
  readonly at: number
  /** The process, or the store, that counts it. */
  readonly counter: string
  readonly isGranted: boolean
}

/** A breach of a promise, with the object that it concerns. */
export interface Violation {
  readonly promise: string
  readonly object: string
  readonly details: string
}

/** A call that was refused although no fault refuses one. */
export interface Refusal extends Violation {
  readonly startedAt: number
}

/** A fault that took commits back. */
export interface Loss {
  /** Commits from here on may be lost. */
  readonly from: number
  /** The server that had them had ended. */
  readonly endedAt: number
  /** From here on members refer only to records that they have seen since. */
  readonly until: number
}

/** A comment as it is when everything has come to rest. */
export interface FinalComment {
  readonly id: number
  readonly marker: string
  readonly author: number
  /** The author of the comment that it answers. */
  readonly answers: number | undefined
  readonly mentions: ReadonlyArray<number>
  readonly helped: boolean
  readonly likers: ReadonlyArray<number>
  readonly likeCount: number
}

/** A post as it is when everything has come to rest. */
export interface FinalPost {
  readonly id: number
  readonly author: number
  readonly marker: string
  readonly version: number
  /** The members whom it has mentioned. */
  readonly mentions: ReadonlyArray<number>
  readonly comments: ReadonlyArray<FinalComment>
  readonly helpedCount: number
  readonly replyCount: number
  /** Those of the members that like it. */
  readonly likers: ReadonlyArray<number>
  readonly likeCount: number
}

/** A member's notifications when everything has come to rest, newest first. */
export interface FinalInbox {
  readonly member: number
  readonly unreadCount: number
  readonly total: number
  readonly notifications: ReadonlyArray<{
    readonly id: number
    readonly type: string
    readonly read: boolean
    readonly actor: number
    readonly postId: number
    readonly commentId: number | undefined
  }>
}

/** The community when everything has come to rest. */
export interface Final {
  readonly posts: ReadonlyArray<FinalPost>
  readonly inboxes: ReadonlyArray<FinalInbox>
  /** The findings of the command `check`. */
  readonly findings: ReadonlyArray<string>
}

/** The limit that some requests were counted by. */
export interface Limit {
  readonly requests: number
  readonly windowMillis: number
  /** The windows beyond those of the time that a fault may give away, as a stepped clock does. */
  readonly extraWindows: number
}

/** Everything that members did and saw in a schedule. */
export interface History {
  readonly members: ReadonlyArray<number>
  readonly writes: Array<Write>
  readonly reads: Array<Read>
  readonly events: Array<StreamEvent>
  readonly counted: Array<Counted>
  /** Breaches that show by themselves: a 500, a log line of a defect, an instance that ended by itself. */
  readonly defects: Array<Violation>
  readonly refusals: Array<Refusal>
  readonly losses: Array<Loss>
  /** The time at which the load had ended and every instance was ready. */
  settledAt: number
  final: Final
  limit: Limit
}

export const emptyHistory = (members: ReadonlyArray<number>): History => ({
  members,
  writes: [],
  reads: [],
  events: [],
  counted: [],
  defects: [],
  refusals: [],
  losses: [],
  settledAt: 0,
  final: { posts: [], inboxes: [], findings: [] },
  limit: { requests: 0, windowMillis: 60_000, extraWindows: 0 }
})

const concerns = (object: string, postId: number | undefined, marker: string, member: number) =>
  object === `post ${postId}` || object === marker || object === `member ${member}`

/** The attempts of a write that are shown: the first ones and the last one. */
const shownAttempts = 4

const shownOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> =>
  attempts.length <= shownAttempts + 1 ? attempts : [...attempts.slice(0, shownAttempts), ...attempts.slice(-1)]

/** Everything that happened to an object, in order, a line each: for the report of a violation. */
export const historyOf = ({ events, final, reads, writes }: History, object: string): ReadonlyArray<string> => {
  const lines = [
    ...writes
      .filter(({ marker, member, postId }) => concerns(object, postId, marker, member))
      .flatMap(({ acknowledged, attempts, kind, marker, member, postId, startedAt }) => [
        [startedAt, `member ${member} begins ${kind} ${marker}${postId === undefined ? "" : ` on post ${postId}`}`],
        ...shownOf(attempts).map(
          ({ at, outcome, through }) => [at, `  ${marker} through ${through}: ${outcome}`] as const
        ),
        ...(acknowledged === undefined ? [] : [[acknowledged.at, `  ${marker} acknowledged as ${acknowledged.id}`]])
      ]),
    ...reads
      .filter(({ member, post }) => object === `post ${post?.id}` || object === `member ${member}`)
      .map(({ at, member, through, ...seen }) => [
        at,
        `member ${member} reads through ${through}: ${JSON.stringify(seen)}`
      ]),
    ...events
      .filter(({ member }) => object === `member ${member}`)
      .map(({ at, event, id, member, through }) => [
        at,
        `member ${member} gets ${event} ${id ?? ""} through ${through}`
      ])
  ] as ReadonlyArray<readonly [number, string]>
  const ends = [
    ...final.posts.filter(({ id, marker }) => concerns(object, id, marker, -1)).map((post) => JSON.stringify(post)),
    ...final.inboxes.filter(({ member }) => object === `member ${member}`).map((inbox) => JSON.stringify(inbox))
  ]
  return [
    ...lines
      .toSorted(([one], [other]) => one - other)
      .map(([at, text]) => `${String(Math.round(at)).padStart(7)} ms  ${text}`),
    ...ends.map((text) => `    end     ${text}`)
  ]
}
