import type { switches } from "../../../../domain/accounts/Settings.ts"
import type { DecisionAction } from "../../../../domain/moderation/Target.ts"
import type { NotificationType } from "../../../../domain/notifications/Notification.ts"

const en = {
  joinedSince: "Member since",
  noMembers: "No members found.",
  search: "Name or email address",
  role: "Role",
  everyRole: "Everybody",
  roles: { user: "Member", expert: "Expert", moderator: "Moderator", admin: "Admin" },
  emailSeen: "only you and the admins see it",
  postsOf: (name: string) => `Posts by ${name}`,
  livesWith: "Diseases",
  verifiedBy: (name: string, as: string) => `Verified as ${as} by ${name}`,
  changeProfile: "Edit your profile",
  block: "Block",
  blockHint:
    "Members you block can’t reply to your posts or like them, and you get no notifications from them. They can still read.",
  decision: "A decision",
  fresh: (number: number, shown: string) => (number === 1 ? "New" : `${shown} new`),
  events: {
    comment: "replied to your post",
    like: "liked your post",
    reply: "replied to a post you follow",
    reply_to_you: "answered your reply",
    mention: "mentioned you",
    helped: "says your reply helped",
    comment_like: "liked your reply",
    new_post: "wrote a post",
    moderation: "about you, or about something you reported",
    news: "News about a disease you follow"
  } satisfies Readonly<Record<NotificationType | "reply_to_you", string>>,
  switches: {
    comment: "Replies to my posts",
    like: "Likes of my posts",
    reply: "Replies to me, or to posts I follow",
    mention: "Posts and replies that mention me",
    helped: "My replies that helped somebody",
    commentLike: "Likes of my replies",
    newPost: "New posts about diseases or by members I follow",
    news: "News about diseases I follow",
    newsMail: "An email even if there is only such news"
  } satisfies Readonly<Record<keyof typeof switches, string>>,
  replied: (number: string) => `replied ${number} times`,
  othersReplied: (number: number, shown: string) =>
    number === 2 ? "and another member replied" : `and others wrote ${shown} replies`,
  othersLike: (others: number, shown: string) =>
    others === 1 ? "and 1 other member like your post" : `and ${shown} other members like your post`,
  moderator: "A moderator",
  program: "A program",
  own: { post: "your post", comment: "your reply", user: "your texts" },
  reported: {
    post: "a post that you reported",
    comment: "a reply that you reported",
    user: "the texts of a member you reported"
  },
  you: "you",
  reportedMember: "a member you reported",
  acts: {
    none: (who: string, what: string) => `${who} looked at ${what} and changed nothing`,
    hide: (who: string, what: string) => `${who} hid ${what}`,
    restore: (who: string, what: string) => `${who} showed ${what} again`,
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
    "Nothing yet. You get a notification when somebody replies to you, and when there’s news on what you follow.",
  endDigests: "Stop these emails?",
  endThem: "Stop them",
  noDigests: "You will no longer get these emails",
  digestsAgain: "You can turn them on again in your settings."
}

const de: typeof en = {
  joinedSince: "Mitglied seit",
  noMembers: "Keine Mitglieder gefunden.",
  search: "Name oder E-Mail-Adresse",
  role: "Rolle",
  everyRole: "Alle",
  roles: { user: "Mitglied", expert: "Fachkraft", moderator: "Moderation", admin: "Admin" },
  emailSeen: "nur für Sie und die Admins sichtbar",
  postsOf: (name) => `Beiträge von ${name}`,
  livesWith: "Erkrankungen",
  verifiedBy: (name, as) => `Geprüft von ${name}: ${as}`,
  changeProfile: "Profil bearbeiten",
  block: "Blockieren",
  blockHint:
    "Blockierte Mitglieder können auf Ihre Beiträge nicht antworten und ihnen kein „Gefällt mir“ geben. Sie bekommen auch keine Mitteilungen mehr von ihnen. Lesen können sie weiterhin.",
  decision: "Eine Entscheidung",
  fresh: (number, shown) => (number === 1 ? "Neu" : `${shown} neu`),
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
    news: "Neues zu einer Erkrankung, der Sie folgen"
  },
  switches: {
    comment: "Antworten auf meine Beiträge",
    like: "„Gefällt mir“ für meine Beiträge",
    reply: "Antworten an mich oder auf Beiträge, denen ich folge",
    mention: "Beiträge und Antworten, in denen ich erwähnt werde",
    helped: "Meine Antworten, die als hilfreich markiert werden",
    commentLike: "„Gefällt mir“ für meine Antworten",
    newPost: "Neue Beiträge zu Erkrankungen oder von Mitgliedern, denen ich folge",
    news: "Neuigkeiten zu Erkrankungen, denen ich folge",
    newsMail: "Eine E-Mail auch dann, wenn es nur solche Neuigkeiten gibt"
  },
  replied: (number) => `hat ${number}-mal geantwortet`,
  othersReplied: (number, shown) =>
    number === 2 ? "und ein weiteres Mitglied haben geantwortet" : `und andere haben ${shown} Antworten geschrieben`,
  othersLike: (others, shown) =>
    others === 1
      ? "und 1 weiteren Mitglied gefällt Ihr Beitrag"
      : `und ${shown} weiteren Mitgliedern gefällt Ihr Beitrag`,
  moderator: "Die Moderation",
  program: "Ein Programm",
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
    lock: (who, what) => `${who} hat ${what} für Antworten geschlossen`,
    unlock: (who, what) => `${who} hat ${what} wieder für Antworten geöffnet`,
    suspend: (who, what) => `${who} hat ${what} gesperrt`,
    unsuspend: (who, what) => `${who} hat ${what} wieder freigeschaltet`
  },
  verifiedNow: "Sie sind jetzt als Fachkraft geprüft",
  verifiedNowAs: (as) => `Sie sind jetzt geprüft: ${as}`,
  notVerified: "Wir konnten Ihre Angaben nicht bestätigen",
  otherEvent: "etwas Neues für Sie",
  markRead: "Alle als gelesen markieren",
  notificationSettings: "Einstellungen für Mitteilungen",
  noNotifications:
    "Noch nichts. Sie bekommen eine Mitteilung, wenn Ihnen jemand antwortet oder wenn es etwas Neues zu Themen gibt, denen Sie folgen.",
  endDigests: "Diese E-Mails abbestellen?",
  endThem: "Abbestellen",
  noDigests: "Sie bekommen diese E-Mails nicht mehr",
  digestsAgain: "In Ihren Einstellungen können Sie sie wieder einschalten."
}

const fr: typeof en = {
  joinedSince: "Membre depuis le",
  noMembers: "Aucun membre trouvé.",
  search: "Nom ou adresse e-mail",
  role: "Rôle",
  everyRole: "Tous les rôles",
  roles: { user: "Membre", expert: "Spécialiste", moderator: "Modération", admin: "Administration" },
  emailSeen: "visible par vous et les administrateurs",
  postsOf: (name) => `Messages de ${name}`,
  livesWith: "Maladies",
  verifiedBy: (name, as) => `Vérifié par ${name} : ${as}`,
  changeProfile: "Modifier votre profil",
  block: "Bloquer",
  blockHint:
    "Les membres que vous bloquez ne peuvent ni répondre à vos messages ni les aimer, et vous ne recevez plus de notifications de leur part. Ils peuvent toujours lire.",
  decision: "Une décision",
  fresh: (number, shown) => (number === 1 ? "Nouveau" : `${shown} nouveaux`),
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
    news: "Du nouveau sur une maladie que vous suivez"
  },
  switches: {
    comment: "Les réponses à mes messages",
    like: "Les « j’aime » sur mes messages",
    reply: "Les réponses qui me sont adressées et les réponses aux messages suivis",
    mention: "Les messages et les réponses où l’on me mentionne",
    helped: "Mes réponses marquées « Réponse utile »",
    commentLike: "Les « j’aime » sur mes réponses",
    newPost: "Les nouveaux messages sur les maladies suivies, ou écrits par les membres suivis",
    news: "Les actualités sur les maladies suivies",
    newsMail: "Un e-mail aussi quand il n’y a que ces actualités"
  },
  replied: (number) => `a répondu ${number} fois`,
  othersReplied: (number, shown) =>
    number === 2 ? "et un autre membre ont répondu à votre message" : `et d’autres ont écrit ${shown} réponses`,
  othersLike: (others, shown) =>
    others === 1 ? "et 1 autre membre aiment votre message" : `et ${shown} autres membres aiment votre message`,
  moderator: "La modération",
  program: "Un programme",
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
  endDigests: "Ne plus recevoir ces e-mails ?",
  endThem: "Ne plus les recevoir",
  noDigests: "Vous ne recevrez plus ces e-mails",
  digestsAgain: "Vous pouvez les réactiver dans vos réglages."
}

/** The pages of members and their notifications. */
export const members = { en, de, fr }
