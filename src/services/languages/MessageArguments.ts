/** The arguments of the English messages that have some, as `npm run check` has recorded them. */
export interface MessageArguments {
  readonly "account.followed": { name: string | number }
  readonly "admin.failures": { count: number }
  readonly "admin.setUpAs": { value: string | number }
  readonly "admin.setup.progress": { done: number; all: number }
  readonly "admin.setup.fixed": { variable: string | number }
  readonly "care.hours": { from: string | number; to: string | number }
  readonly "disease.englishNames": { count: number }
  readonly "disease.allByName": { count: number }
  readonly "factors.openAt": { address: string | number }
  readonly "factors.codesLeft": { count: number }
  readonly "factors.due": { day: string | number; days: number }
  readonly "faults.Length": { min: number; max: number; characters: number }
  readonly "faults.NewPassword": { characters: number; min: number; max: number }
  readonly "faults.CommonPassword": { why: string | undefined }
  readonly "faults.Range": { min: number; max: number }
  readonly "faults.IdempotencyConflict": { reason: string | undefined }
  readonly "faults.WrongPassword": { field: string | undefined }
  readonly "faults.WrongCode": { isPending: boolean }
  readonly "faults.TooManyPasskeys": { max: number }
  readonly "faults.InvalidText": { isTooLong: boolean; max: number; characters: number }
  readonly "faults.LeakFound": { what: string | undefined }
  readonly "faults.AudienceRefused": { reason: string | undefined }
  readonly "faults.AudienceWidened": { audience: string | undefined }
  readonly "faults.TooManyRequests": { limit: string | undefined; minutes: number; seconds: number }
  readonly "faults.TooManyApiKeys": { max: number }
  readonly "faults.TooManyFeeds": { max: number }
  readonly "faults.TooManyWebhooks": { max: number }
  readonly "faults.WebhookUrlRefused": { reason: string | undefined }
  readonly "faults.TooManyFollows": { max: number }
  readonly "faults.TooManyPushSubscriptions": { max: number }
  readonly "faults.LinkNotValid": { of: string | undefined }
  readonly "faults.AppealRefused.tooLate": { days: number }
  readonly "faults.ActionUnfit": { why: string | undefined }
  readonly "faults.Unavailable": { isReading: boolean; share: number }
  readonly "home.hello": { name: string | number }
  readonly "invitations.used": { used: number; uses: number }
  readonly "layout.unread": { count: number }
  readonly "layout.waiting": { count: number }
  readonly "layout.pageOf": { page: number; pages: number }
  readonly "mail.passkey_added.before": { site: string | number }
  readonly "mail.passkey_removed.before": { site: string | number }
  readonly "mail.second_factor_added.before": { site: string | number }
  readonly "mail.second_factor_removed.before": { site: string | number }
  readonly "mail.recovery_codes_renewed.before": { site: string | number }
  readonly "mail.factors_reset.before": { site: string | number }
  readonly "mail.factor_needed.before": { site: string | number }
  readonly "mail.password_changed.before": { site: string | number }
  readonly "mail.codes_closed.before": { site: string | number }
  readonly "mail.new_device.before": { site: string | number }
  readonly "mail.danger.before": { site: string | number }
  readonly "mail.danger_again.before": { count: number; site: string | number }
  readonly "mail.danger_more.subject": { count: number }
  readonly "mail.danger_more.before": { count: number; site: string | number }
  readonly "mail.webhook_off.before": { site: string | number }
  readonly "mail.reset_password.before": { site: string | number }
  readonly "mail.confirm_email.before": { site: string | number }
  readonly "mail.email_changed.before": { site: string | number }
  readonly "mail.digest.subject": { unread: number }
  readonly "mail.digest.before": { unread: number; site: string | number }
  readonly "mail.replies.before": { site: string | number }
  readonly "members.repliesOf": { name: string | number }
  readonly "members.postsOf": { name: string | number }
  readonly "members.verifiedBy": { name: string | number }
  readonly "members.fresh": { count: number }
  readonly "members.replied": { count: number }
  readonly "members.anotherReplied": { count: number }
  readonly "members.othersReplied": { count: number }
  readonly "members.othersLike": { count: number }
  readonly "members.acts.none": { who: string | number; what: string | number }
  readonly "members.acts.hide": { who: string | number; what: string | number }
  readonly "members.acts.restore": { who: string | number; what: string | number }
  readonly "members.acts.publish": { who: string | number; what: string | number }
  readonly "members.acts.lock": { who: string | number; what: string | number }
  readonly "members.acts.unlock": { who: string | number; what: string | number }
  readonly "members.acts.suspend": { who: string | number; what: string | number }
  readonly "members.acts.unsuspend": { who: string | number; what: string | number }
  readonly "members.verifiedNowAs": { as: string | number }
  readonly "moderation.profileOf": { name: string | number }
  readonly "moderation.waitingFor": { time: string | number }
  readonly "moderation.askToBeVerified": { count: number }
  readonly "moderation.counted": { count: number }
  readonly "phenotypes.moreDiseases": { count: number }
  readonly "phenotypes.formsFit": { count: number }
  readonly "phenotypes.formsElsewhere": { count: number }
  readonly "phenotypes.otherForms": { count: number }
  readonly "phenotypes.onlySimilar": { count: number }
  readonly "phenotypes.quoted": { text: string | number }
  readonly "phenotypes.versions": { hpo: string | number; orphanet: string | number }
  readonly "phenotypes.more": { count: number }
  readonly "phenotypes.butSeen": { count: number; of: number; share: number }
  readonly "phenotypes.fewPeople": { count: number }
  readonly "phenotypes.observedOne": { count: number }
  readonly "phenotypes.observedAll": { count: number }
  readonly "phenotypes.observedSome": { count: number; of: number }
  readonly "phenotypes.removeSign": { sign: string | number }
  readonly "prevalence.byOrphanet": { isValidated: boolean; area: string | number }
  readonly "prevalence.rate.below": { type: string | undefined; most: number; of: number }
  readonly "prevalence.rate.above": { type: string | undefined; least: number; of: number }
  readonly "prevalence.rate.about": { type: string | undefined; most: number; of: number }
  readonly "prevalence.rate.between": { type: string | undefined; least: number; most: number; of: number }
  readonly "prevalence.prevalences.Point prevalence": { rate: string | number }
  readonly "prevalence.prevalences.Prevalence at birth": { rate: string | number }
  readonly "prevalence.prevalences.Annual incidence": { rate: string | number }
  readonly "prevalence.prevalences.Lifetime Prevalence": { rate: string | number }
  readonly "prevalence.prevalences.Cases/families": { rate: string | number }
  readonly "push.kinds.reply": { count: number }
  readonly "push.kinds.like": { count: number }
  readonly "push.kinds.mention": { count: number }
  readonly "push.kinds.helped": { count: number }
  readonly "push.kinds.post": { count: number }
  readonly "push.kinds.moderation": { count: number }
  readonly "push.kinds.news": { count: number }
  readonly "push.kinds.report": { count: number }
  readonly "push.kinds.appeal": { count: number }
  readonly "push.kinds.any": { count: number }
  readonly "push.alerts.danger_again.body": { count: number }
  readonly "push.alerts.danger_more.title": { count: number }
  readonly "reading.newComment": { name: string | number }
  readonly "reading.found": { count: number }
  readonly "reading.moreThan": { count: number }
  readonly "reading.counted.diseases": { count: number }
  readonly "reading.counted.members": { count: number }
  readonly "reading.counted.posts": { count: number }
  readonly "reading.counted.news": { count: number }
  readonly "reading.resultsFor": { search: string | number }
  readonly "reading.diseaseDescription": { name: string | number }
  readonly "reading.postCount": { count: number }
  readonly "reading.backToReference": { number: string | number }
  readonly "reading.allPostsAbout": { count: number }
  readonly "reading.moreSubtypes": { count: number }
  readonly "reading.suggestion": { search: string | number }
  readonly "reading.missing": { words: string | number }
  readonly "reading.readAtSource": { source: string | number }
  readonly "reading.replies": { count: number }
  readonly "reading.likes": { count: number }
  readonly "reading.reportComment": { name: string | number }
  readonly "statistics.chartOf": { what: string | number }
  readonly "translation.original": { language: string | number }
  readonly "translation.ownLead": { host: string | number }
  readonly "translation.privacyLead": { host: string | number }
  readonly "webhooks.delivered": { status: string | number }
  readonly "webhooks.answered": { status: string | number }
  readonly "webhooks.failed": { why: string | number }
  readonly "writing.narrowed": { audience: string | undefined }
  readonly "writing.replyTo": { name: string | number }
  readonly "writing.wroteThis": { name: string | number }
  readonly "writing.inReplyTo": { name: string | number }
  readonly "writing.whatHelped": { count: number }
  readonly "writing.freshCount": { count: number }
  readonly "writing.moreFresh": { count: number }
}
