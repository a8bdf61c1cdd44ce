import type { switches } from "../../../../domain/accounts/Settings.ts"
import type { DecisionAction } from "../../../../domain/moderation/Target.ts"
import type { NotificationType } from "../../../../domain/notifications/Notification.ts"

const en = {
  joinedSince: "Member since",
  noMembers: "No members found.",
  search: "Name or email address",
  role: "Role",
  shownRole: "Show",
  everyRole: "All members",
  roles: { user: "Member", expert: "Expert", moderator: "Moderator", admin: "Admin" },
  emailSeen: "visible only to you and admins",
  noPosts: "No posts yet.",
  repliesOf: (name: string) => `Replies by ${name}`,
  noReplies: "No replies yet.",
  emailOfOther: "visible only to this member and admins",
  postsOf: (name: string) => `Posts by ${name}`,
  livesWith: "Diseases",
  verifiedBy: (name: string) => `Checked by ${name}`,
  changeProfile: "Edit your profile",
  block: "Block",
  blockHint:
    "Members you block can’t reply to your posts or like them, and you won’t be notified about them. They can still read your posts.",
  decision: "A decision",
  fresh: (number: number, shown: string) => (number === 1 ? "New" : `${shown}\u00a0new`),
  events: {
    comment: "replied to your post",
    like: "liked your post",
    reply: "replied to a post you follow",
    reply_to_you: "replied to you",
    mention: "mentioned you",
    helped: "says your reply helped",
    comment_like: "liked your reply",
    new_post: "wrote a post",
    moderation: "about you, or about something you reported",
    news: "News about a disease you follow",
    report: "A report is waiting for a decision",
    appeal: "An appeal is waiting for a decision"
  } satisfies Readonly<Record<NotificationType | "reply_to_you", string>>,
  switches: {
    comment: "Replies to my posts",
    like: "Likes on my posts",
    reply: "Replies to my replies, and to posts I follow",
    mention: "Posts and replies that mention me",
    helped: "Someone marks my reply as helpful",
    commentLike: "Likes on my replies",
    newPost: "New posts about diseases I follow, or by members I follow",
    news: "News about diseases I follow",
    newsMail: "An email even if there is only such news",
    report: "Reports to decide on (danger: always)",
    appeal: "Appeals to decide on"
  } satisfies Readonly<Record<keyof typeof switches, string>>,
  replied: (number: string) => `replied ${number}\u00a0times`,
  othersReplied: (number: number, shown: string) =>
    number === 2 ? "and another member replied" : `and others wrote ${shown}\u00a0replies`,
  othersLike: (others: number, shown: string) =>
    others === 1 ? "and 1\u00a0other member liked your post" : `and ${shown}\u00a0others liked your post`,
  moderator: "A moderator",
  program: "A program",
  published: { post: "Your post is public now", comment: "Your reply is public now" },
  own: { post: "your post", comment: "your reply", user: "your posts and replies" },
  reported: {
    post: "a post that you reported",
    comment: "a reply that you reported",
    user: "the posts and replies of a member you reported"
  },
  you: "you",
  reportedMember: "a member you reported",
  acts: {
    none: (who: string, what: string) => `${who} looked at ${what} and changed nothing`,
    hide: (who: string, what: string) => `${who} hid ${what}`,
    restore: (who: string, what: string) => `${who} showed ${what} again`,
    publish: (who: string, what: string) => `${who} published ${what}`,
    lock: (who: string, what: string) => `${who} closed ${what} for replies`,
    unlock: (who: string, what: string) => `${who} opened ${what} for replies again`,
    suspend: (who: string, what: string) => `${who} suspended ${what}`,
    unsuspend: (who: string, what: string) => `${who} lets ${what} take part again`
  } satisfies Readonly<Record<DecisionAction, unknown>>,
  verifiedNow: "You are now verified",
  verifiedNowAs: (as: string) => `You are now verified as ${as}`,
  notVerified: "We couldn’t verify you",
  otherEvent: "something new for you",
  markRead: "Mark all as read",
  notificationSettings: "Notification settings",
  noNotifications:
    "No notifications yet. We’ll let you know when someone replies to you, or when there’s activity on anything you follow.",
  endDigests: "Stop these emails?",
  endThem: "Stop them",
  noDigests: "You will no longer get these emails",
  digestsAgain: "You can turn them on again in your settings."
}

const de: typeof en = {
  joinedSince: "Mitglied seit",
  noMembers: "Keine Mitglieder gefunden.",
  search: "Name oder E‑Mail-Adresse",
  role: "Rolle",
  shownRole: "Anzeigen",
  everyRole: "Alle",
  roles: { user: "Mitglied", expert: "Fachperson", moderator: "Moderation", admin: "Admin" },
  emailSeen: "nur für Sie und die Admins sichtbar",
  noPosts: "Noch keine eigenen Beiträge.",
  repliesOf: (name) => `Antworten von ${name}`,
  noReplies: "Noch keine Antworten.",
  emailOfOther: "nur für dieses Mitglied und die Admins sichtbar",
  postsOf: (name) => `Beiträge von ${name}`,
  livesWith: "Erkrankungen",
  verifiedBy: (name) => `Geprüft von ${name}`,
  changeProfile: "Profil bearbeiten",
  block: "Blockieren",
  blockHint:
    "Blockierte Mitglieder können Ihnen weder antworten noch Ihre Beiträge mit „Gefällt mir“ markieren. Mitteilungen über diese Mitglieder bekommen Sie nicht mehr. Ihre Beiträge lesen können sie weiterhin.",
  decision: "Eine Entscheidung",
  fresh: (number, shown) => (number === 1 ? "Neu" : `${shown}\u00a0neu`),
  events: {
    comment: "hat auf Ihren Beitrag geantwortet",
    like: "gefällt Ihr Beitrag",
    reply: "hat auf einen Beitrag geantwortet, dem Sie folgen",
    reply_to_you: "hat auf Ihre Antwort geantwortet",
    mention: "hat Sie erwähnt",
    helped: "fand Ihre Antwort hilfreich",
    comment_like: "gefällt Ihre Antwort",
    new_post: "hat einen Beitrag geschrieben",
    moderation: "über Sie oder über etwas, das Sie gemeldet haben",
    news: "Neues zu einer Erkrankung, der Sie folgen",
    report: "Eine Meldung wartet auf eine Entscheidung",
    appeal: "Ein Widerspruch wartet auf eine Entscheidung"
  },
  switches: {
    comment: "Antworten auf meine Beiträge",
    like: "Wenn jemandem mein Beitrag gefällt",
    reply: "Antworten auf meine Antworten oder in Beiträgen, denen ich folge",
    mention: "Wenn mich jemand erwähnt",
    helped: "Wenn jemand meine Antwort hilfreich findet",
    commentLike: "Wenn jemandem meine Antwort gefällt",
    newPost: "Neue Beiträge zu Erkrankungen oder von Mitgliedern, denen ich folge",
    news: "Neuigkeiten zu Erkrankungen, denen ich folge",
    newsMail: "Eine E‑Mail auch dann, wenn es nur solche Neuigkeiten gibt",
    report: "Meldungen, über die zu entscheiden ist (Gefahr: immer)",
    appeal: "Widersprüche, über die zu entscheiden ist"
  },
  replied: (number) => `hat ${number}-mal geantwortet`,
  othersReplied: (number, shown) =>
    number === 2
      ? "und ein weiteres Mitglied haben geantwortet"
      : `und andere haben ${shown}\u00a0Antworten geschrieben`,
  othersLike: (others, shown) =>
    others === 1
      ? "und 1\u00a0weiteren Mitglied gefällt Ihr Beitrag"
      : `und ${shown}\u00a0weiteren Mitgliedern gefällt Ihr Beitrag`,
  moderator: "Die Moderation",
  program: "Ein Programm",
  published: { post: "Ihr Beitrag ist jetzt öffentlich", comment: "Ihre Antwort ist jetzt öffentlich" },
  own: { post: "Ihren Beitrag", comment: "Ihre Antwort", user: "Ihre Texte" },
  reported: {
    post: "einen Beitrag, den Sie gemeldet haben,",
    comment: "eine Antwort, die Sie gemeldet haben,",
    user: "die Texte eines Mitglieds, das Sie gemeldet haben,"
  },
  you: "Sie",
  reportedMember: "ein Mitglied, das Sie gemeldet haben,",
  acts: {
    none: (who, what) => `${who} hat ${what} geprüft und nichts geändert`,
    hide: (who, what) => `${who} hat ${what} ausgeblendet`,
    restore: (who, what) => `${who} hat ${what} wieder eingeblendet`,
    publish: (who, what) => `${who} hat ${what} veröffentlicht`,
    lock: (who, what) => `${who} hat ${what} für Antworten geschlossen`,
    unlock: (who, what) => `${who} hat ${what} wieder für Antworten geöffnet`,
    suspend: (who, what) => `${who} hat ${what} gesperrt`,
    unsuspend: (who, what) => `${who} hat ${what} wieder freigeschaltet`
  },
  verifiedNow: "Sie sind jetzt geprüft",
  verifiedNowAs: (as) => `Sie sind jetzt geprüft: ${as}`,
  notVerified: "Wir konnten Ihre Angaben nicht bestätigen",
  otherEvent: "etwas Neues für Sie",
  markRead: "Alle als gelesen markieren",
  notificationSettings: "Mitteilungen anpassen",
  noNotifications:
    "Noch keine Mitteilungen. Sie bekommen eine Mitteilung, wenn Ihnen jemand antwortet oder wenn es etwas Neues zu Themen gibt, denen Sie folgen.",
  endDigests: "Diese E‑Mails abbestellen?",
  endThem: "Abbestellen",
  noDigests: "Sie bekommen diese E‑Mails nicht mehr",
  digestsAgain: "In Ihren Einstellungen können Sie sie wieder einschalten."
}

const fr: typeof en = {
  joinedSince: "Membre depuis le",
  noMembers: "Aucun membre trouvé.",
  search: "Nom ou adresse e‑mail",
  role: "Rôle",
  shownRole: "Afficher",
  everyRole: "Tout le monde",
  roles: { user: "Membre", expert: "Professionnel", moderator: "Modérateur", admin: "Administrateur" },
  emailSeen: "visible uniquement par vous et les administrateurs",
  noPosts: "Pas encore de message.",
  repliesOf: (name) => `Réponses de ${name}`,
  noReplies: "Pas encore de réponse.",
  emailOfOther: "visible uniquement par ce membre et les administrateurs",
  postsOf: (name) => `Messages de ${name}`,
  livesWith: "Maladies",
  verifiedBy: (name) => `Vérifié par ${name}`,
  changeProfile: "Modifier votre profil",
  block: "Bloquer",
  blockHint:
    "Les membres que vous bloquez ne peuvent plus répondre à vos messages ni les marquer d’un « J’aime », et vous ne recevez plus de notifications de leur part. Ils peuvent toujours lire ce que vous écrivez.",
  decision: "Une décision",
  fresh: (number, shown) => (number === 1 ? "Nouveau" : `${shown}\u00a0nouveaux`),
  events: {
    comment: "a répondu à votre message",
    like: "aime votre message",
    reply: "a répondu à un message que vous suivez",
    reply_to_you: "a répondu à votre réponse",
    mention: "vous a mentionné",
    helped: "a trouvé votre réponse utile",
    comment_like: "aime votre réponse",
    new_post: "a écrit un message",
    moderation: "à votre sujet, ou au sujet d’un de vos signalements",
    news: "Du nouveau sur une maladie que vous suivez",
    report: "Un signalement attend une décision",
    appeal: "Un recours attend une décision"
  },
  switches: {
    comment: "Réponses à mes messages",
    like: "« J’aime » sur mes messages",
    reply: "Réponses à mes réponses ou dans un message suivi",
    mention: "Quand quelqu’un me mentionne",
    helped: "Quand une de mes réponses est jugée utile",
    commentLike: "« J’aime » sur mes réponses",
    newPost: "Nouveaux messages sur une maladie suivie ou d’un membre suivi",
    news: "Actualités sur une maladie suivie",
    newsMail: "Un e‑mail aussi quand il n’y a que ces actualités",
    report: "Signalements à traiter (danger : toujours)",
    appeal: "Recours à traiter"
  },
  replied: (number) => `a répondu ${number}\u00a0fois`,
  othersReplied: (number, shown) =>
    number === 2 ? "et un autre membre ont répondu à votre message" : `et d’autres ont écrit ${shown}\u00a0réponses`,
  othersLike: (others, shown) =>
    others === 1
      ? "et 1\u00a0autre membre aiment votre message"
      : `et ${shown}\u00a0autres membres aiment votre message`,
  moderator: "La modération",
  program: "Un programme",
  published: { post: "Votre message est maintenant public", comment: "Votre réponse est maintenant publique" },
  own: { post: "votre message", comment: "votre réponse", user: "vos textes" },
  reported: {
    post: "un message que vous avez signalé",
    comment: "une réponse que vous avez signalée",
    user: "les textes d’un membre que vous avez signalé"
  },
  you: "votre compte",
  reportedMember: "un membre que vous avez signalé",
  acts: {
    none: (who, what) => `${who} a examiné ${what} et n’a rien changé`,
    hide: (who, what) => `${who} a masqué ${what}`,
    restore: (who, what) => `${who} affiche de nouveau ${what}`,
    publish: (who, what) => `${who} a publié ${what}`,
    lock: (who, what) => `${who} a fermé ${what} aux réponses`,
    unlock: (who, what) => `${who} a rouvert ${what} aux réponses`,
    suspend: (who, what) => `${who} a suspendu ${what}`,
    unsuspend: (who, what) => `${who} a levé la suspension de ${what}`
  },
  verifiedNow: "Votre profil est maintenant vérifié",
  verifiedNowAs: (as) => `Votre profil est maintenant vérifié : ${as}`,
  notVerified: "Nous n’avons pas pu vérifier votre profil",
  otherEvent: "du nouveau pour vous",
  markRead: "Tout marquer comme lu",
  notificationSettings: "Réglages des notifications",
  noNotifications:
    "Rien pour l’instant. Vous recevrez une notification quand quelqu’un vous répondra ou quand il y aura du nouveau dans ce que vous suivez.",
  endDigests: "Ne plus recevoir ces e‑mails ?",
  endThem: "Ne plus les recevoir",
  noDigests: "Vous ne recevrez plus ces e‑mails",
  digestsAgain: "Vous pouvez les réactiver dans vos réglages."
}

/** The pages of members and their notifications. */
export const members = { en, de, fr }
