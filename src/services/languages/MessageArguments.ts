/** The arguments of the English messages that have some, as `npm run check` has recorded them. */
export interface MessageArguments {
  readonly "account.followed": { readonly name: string | number }
  readonly "admin.failures": { readonly count: number }
  readonly "admin.setUpAs": { readonly value: string | number }
  readonly "disease.englishNames": { readonly count: number }
  readonly "disease.allByName": { readonly count: number }
  readonly "factors.codesLeft": { readonly count: number }
  readonly "factors.due": { readonly day: string | number; readonly days: number }
  readonly "faults.Length": { readonly min: number; readonly max: number; readonly characters: number }
  readonly "faults.NewPassword": { readonly characters: number; readonly min: number; readonly max: number }
  readonly "faults.Range": { readonly min: number; readonly max: number }
  readonly "faults.IdempotencyConflict": { readonly reason: string | undefined }
  readonly "faults.WrongPassword": { readonly field: string | undefined }
  readonly "faults.TooManyPasskeys": { readonly max: number }
  readonly "faults.InvalidText": { readonly isTooLong: boolean; readonly max: number; readonly characters: number }
  readonly "faults.LeakFound": { readonly what: string | undefined }
  readonly "faults.AudienceRefused": { readonly reason: string | undefined }
  readonly "faults.TooManyRequests": {
    readonly limit: string | undefined
    readonly minutes: number
    readonly seconds: number
  }
  readonly "faults.TooManyApiKeys": { readonly max: number }
  readonly "faults.TooManyFeeds": { readonly max: number }
  readonly "faults.TooManyWebhooks": { readonly max: number }
  readonly "faults.WebhookUrlRefused": { readonly reason: string | undefined }
  readonly "faults.TooManyFollows": { readonly max: number }
  readonly "faults.TooManyPushSubscriptions": { readonly max: number }
  readonly "faults.AppealRefused.tooLate": { readonly days: number }
  readonly "faults.ActionUnfit": { readonly why: string | undefined }
  readonly "faults.Unavailable": { readonly isReading: boolean; readonly share: number }
  readonly "home.hello": { readonly name: string | number }
  readonly "invitations.used": { readonly used: number; readonly uses: number }
  readonly "layout.pageOf": { readonly page: number; readonly pages: number }
  readonly "mail.passkey_added.before": { readonly site: string | number }
  readonly "mail.passkey_removed.before": { readonly site: string | number }
  readonly "mail.second_factor_added.before": { readonly site: string | number }
  readonly "mail.second_factor_removed.before": { readonly site: string | number }
  readonly "mail.recovery_codes_renewed.before": { readonly site: string | number }
  readonly "mail.factors_reset.before": { readonly site: string | number }
  readonly "mail.danger.before": { readonly site: string | number }
  readonly "mail.danger_again.before": { readonly site: string | number }
  readonly "mail.webhook_off.before": { readonly site: string | number }
  readonly "mail.reset_password.before": { readonly site: string | number }
  readonly "mail.confirm_email.before": { readonly site: string | number }
  readonly "mail.email_changed.before": { readonly site: string | number }
  readonly "mail.digest.subject": { readonly unread: number }
  readonly "mail.digest.before": { readonly unread: number; readonly site: string | number }
  readonly "members.repliesOf": { readonly name: string | number }
  readonly "members.postsOf": { readonly name: string | number }
  readonly "members.verifiedBy": { readonly name: string | number }
  readonly "members.fresh": { readonly count: number }
  readonly "members.replied": { readonly count: number }
  readonly "members.othersReplied": { readonly count: number }
  readonly "members.othersLike": { readonly count: number }
  readonly "members.acts.none": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.hide": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.restore": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.publish": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.lock": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.unlock": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.suspend": { readonly who: string | number; readonly what: string | number }
  readonly "members.acts.unsuspend": { readonly who: string | number; readonly what: string | number }
  readonly "members.verifiedNowAs": { readonly as: string | number }
  readonly "moderation.profileOf": { readonly name: string | number }
  readonly "moderation.waitingFor": { readonly time: string | number }
  readonly "moderation.askToBeVerified": { readonly count: number }
  readonly "moderation.counted": { readonly count: number }
  readonly "phenotypes.moreDiseases": { readonly count: number }
  readonly "phenotypes.formsFit": { readonly count: number }
  readonly "phenotypes.otherForms": { readonly count: number }
  readonly "phenotypes.onlySimilar": { readonly count: number }
  readonly "phenotypes.quoted": { readonly text: string | number }
  readonly "phenotypes.versions": { readonly hpo: string | number; readonly orphanet: string | number }
  readonly "phenotypes.more": { readonly count: number }
  readonly "phenotypes.butSeen": { readonly count: number; readonly of: number; readonly share: number }
  readonly "phenotypes.fewPeople": { readonly count: number }
  readonly "phenotypes.observedOne": { readonly count: number }
  readonly "phenotypes.observedAll": { readonly count: number }
  readonly "phenotypes.observedSome": { readonly count: number; readonly of: number }
  readonly "phenotypes.removeSign": { readonly sign: string | number }
  readonly "prevalence.byOrphanet": { readonly isValidated: boolean; readonly area: string | number }
  readonly "prevalence.rate.below": { readonly type: string | undefined; readonly most: number; readonly of: number }
  readonly "prevalence.rate.above": { readonly type: string | undefined; readonly least: number; readonly of: number }
  readonly "prevalence.rate.about": { readonly type: string | undefined; readonly most: number; readonly of: number }
  readonly "prevalence.rate.between": {
    readonly type: string | undefined
    readonly least: number
    readonly most: number
    readonly of: number
  }
  readonly "prevalence.prevalences.Point prevalence": { readonly rate: string | number }
  readonly "prevalence.prevalences.Prevalence at birth": { readonly rate: string | number }
  readonly "prevalence.prevalences.Annual incidence": { readonly rate: string | number }
  readonly "prevalence.prevalences.Lifetime Prevalence": { readonly rate: string | number }
  readonly "prevalence.prevalences.Cases/families": { readonly rate: string | number }
  readonly "push.kinds.reply": { readonly count: number }
  readonly "push.kinds.like": { readonly count: number }
  readonly "push.kinds.mention": { readonly count: number }
  readonly "push.kinds.helped": { readonly count: number }
  readonly "push.kinds.post": { readonly count: number }
  readonly "push.kinds.moderation": { readonly count: number }
  readonly "push.kinds.news": { readonly count: number }
  readonly "push.kinds.report": { readonly count: number }
  readonly "push.kinds.appeal": { readonly count: number }
  readonly "push.kinds.any": { readonly count: number }
  readonly "reading.newComment": { readonly name: string | number }
  readonly "reading.found": { readonly count: number }
  readonly "reading.moreThan": { readonly count: number }
  readonly "reading.counted.diseases": { readonly count: number }
  readonly "reading.counted.members": { readonly count: number }
  readonly "reading.counted.posts": { readonly count: number }
  readonly "reading.counted.news": { readonly count: number }
  readonly "reading.resultsFor": { readonly search: string | number }
  readonly "reading.diseaseDescription": { readonly name: string | number }
  readonly "reading.postCount": { readonly count: number }
  readonly "reading.backToReference": { readonly number: string | number }
  readonly "reading.allPostsAbout": { readonly count: number }
  readonly "reading.moreSubtypes": { readonly count: number }
  readonly "reading.suggestion": { readonly search: string | number }
  readonly "reading.missing": { readonly words: string | number }
  readonly "reading.readAtSource": { readonly source: string | number }
  readonly "reading.replies": { readonly count: number }
  readonly "reading.likes": { readonly count: number }
  readonly "reading.reportComment": { readonly name: string | number }
  readonly "statistics.chartOf": { readonly what: string | number }
  readonly "translation.original": { readonly language: string | number }
  readonly "translation.ownLead": { readonly host: string | number }
  readonly "translation.privacyLead": { readonly host: string | number }
  readonly "webhooks.delivered": { readonly status: string | number }
  readonly "webhooks.answered": { readonly status: string | number }
  readonly "webhooks.failed": { readonly why: string | number }
  readonly "writing.replyTo": { readonly name: string | number }
  readonly "writing.wroteThis": { readonly name: string | number }
  readonly "writing.inReplyTo": { readonly name: string | number }
  readonly "writing.whatHelped": { readonly count: number }
  readonly "writing.freshCount": { readonly count: number }
  readonly "writing.moreFresh": { readonly count: number }
}
