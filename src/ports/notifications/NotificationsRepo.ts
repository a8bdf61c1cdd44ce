import { Context, type DateTime, type Option } from "effect"
import type { AuthorKind } from "../../domain/accounts/User.ts"
import type { VerificationAnswer } from "../../domain/accounts/VerificationRequest.ts"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { Change } from "../../domain/Change.ts"
import type { DecisionId, NotificationId, PostId, ReportId, UserId } from "../../domain/Ids.ts"
import type { NotificationKey } from "../../domain/Lists.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import type { NotificationGroup, Opened } from "../../domain/notifications/Inbox.ts"
import type { Notification } from "../../domain/notifications/Notification.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A page of a recipient's notifications, with the total of the list and the number of all unread ones. */
export interface Inbox extends PageResult<Notification, NotificationKey> {
  readonly unreadCount: number
}

/** A text that a member has changed, and whom it mentions now. */
export interface ChangedMentions {
  readonly about: TextTarget
  readonly mentions: ReadonlyArray<UserId>
  readonly editorId: UserId
  /** The kind of the author of the text in the notifications. */
  readonly actorKind: AuthorKind
  readonly at: DateTime.Utc
}

/** The notifications that a caller sees: the key of an agent does not see those of cases. */
export type Shown = "all" | "withoutCases"

/** A case: its report, or the decision that is appealed. */
export type CaseOfNotification =
  | { readonly kind: "report"; readonly id: ReportId }
  | { readonly kind: "appeal"; readonly id: DecisionId }

/** The store of notifications. Likes and comments write them (`LikesRepo.writeAll`, `CommentsRepo.addAll`). */
export class NotificationsRepo extends Context.Tag("ports/notifications/NotificationsRepo")<
  NotificationsRepo,
  {
    /**
     * Locks this recipient's notifications until the end of the transaction. It does not wait: fails with `Blocked`
     * while another transaction holds the lock. Every write of a notification takes it, so that ids are committed in
     * ascending order: a stream that reads "all after id n" would otherwise miss one that is committed late. To be
     * taken after the lock of a post, never before it.
     */
    readonly lock: (recipientId: UserId) => StorageEffect<void, Blocked>

    /**
     * Notifies members of a decision, each once, in order of their ids. It locks their inboxes as `lock` does: fails
     * with `Blocked`, and stores nothing, while another transaction holds one. Members who are gone are left out. The
     * caller appends a change of the kind `notification` for each.
     */
    readonly addModeration: (
      decisionId: DecisionId,
      recipients: ReadonlyArray<UserId>,
      at: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<{ readonly id: NotificationId; readonly recipientId: UserId }>, Blocked>

    /** The same of the answer to a member's request to be verified; none for one who is gone. */
    readonly addAnswer: (
      answer: VerificationAnswer,
      recipientId: UserId,
      at: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<{ readonly id: NotificationId; readonly recipientId: UserId }>, Blocked>

    /**
     * The same of a case to members who may decide on it. Where it is a report, it is in place of earlier notifications
     * of open reports of its target. Gives the changes.
     */
    readonly addCase: (
      about: CaseOfNotification,
      recipients: ReadonlyArray<UserId>,
      at: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * Deletes the notifications of cases of a member who decides on cases no longer. Gives the changes. Fails with
     * `Blocked` while another transaction holds the inbox.
     */
    readonly removeCases: (recipientId: UserId) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * Marks the notifications of cases as read that a decision closed: of the reports that it closed, and of its own
     * appeal where that has an outcome or is withdrawn. Gives the changes. Fails with `Blocked` while another
     * transaction holds one of the inboxes.
     */
    readonly closeCases: (decisionId: DecisionId) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * Notes whom a changed text mentions, and notifies those whom it has not mentioned before, by the rule of
     * `services/posts/Comments.ts`, in the name of its author; neither the editor, nor who blocks the editor. Gives the
     * changes. The caller has locked the post. Fails with `Blocked` while another transaction holds one of their
     * inboxes.
     */
    readonly mention: (changed: ChangedMentions) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * Notifies whom the texts concern that are published among these changes, by the same rule as when a text is
     * written. Gives the changes. The caller has locked the posts. Fails with `Blocked` while another transaction holds
     * one of the inboxes.
     */
    readonly tellOfPublished: (
      changes: ReadonlyArray<Change>,
      at: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Change>, Blocked>

    /**
     * The recipient's notifications, all or unread ones, newest first (greatest id). If `isGrouped`, only the newest of
     * each `NotificationGroup` is listed; the counts are the same.
     */
    readonly page: (
      recipientId: UserId,
      unreadOnly: boolean,
      window: PageSlice<NotificationKey>,
      shown?: Shown,
      isGrouped?: boolean
    ) => StorageEffect<Inbox>

    /** The groups of the recipient's notifications about these posts. */
    readonly groups: (
      recipientId: UserId,
      postIds: ReadonlyArray<PostId>
    ) => StorageEffect<ReadonlyArray<NotificationGroup>>

    /** The ids of the recipient's unread notifications about what they have opened, in ascending order. */
    readonly unreadAbout: (recipientId: UserId, opened: Opened) => StorageEffect<ReadonlyArray<NotificationId>>

    /** The ids of members with a notification about a post or its comments, in ascending order. */
    readonly recipientsAbout: (postId: PostId) => StorageEffect<ReadonlyArray<UserId>>

    /**
     * Marks these or all as read, with `upTo` none of a greater id, and gives the ids that were unread. Ids of other
     * recipients are ignored.
     */
    readonly markRead: (
      recipientId: UserId,
      ids: Option.Option<ReadonlyArray<NotificationId>>,
      shown?: Shown,
      upTo?: number
    ) => StorageEffect<ReadonlyArray<NotificationId>>

    /** Those of these ids that are of notifications that the reader sees among the recipient's. */
    readonly seen: (
      recipientId: UserId,
      ids: ReadonlyArray<number>,
      shown: Shown
    ) => StorageEffect<ReadonlyArray<NotificationId>>

    /** The recipient's notifications with a greater id, oldest first, at most `limit`. */
    readonly after: (recipientId: UserId, id: number, limit: number) => StorageEffect<ReadonlyArray<Notification>>

    /** The greatest id among the recipient's notifications, 0 while there is none, and the number of unread ones. */
    readonly position: (
      recipientId: UserId,
      shown?: Shown
    ) => StorageEffect<{ readonly newestId: number; readonly unreadCount: number }>
  }
>() {}
