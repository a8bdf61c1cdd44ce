const en = {
  joinedSince: "Member since",
  noMembers: "No members found.",
  search: "Name or email",
  role: "Role",
  everyRole: "Everybody",
  roles: { user: "Member", expert: "Expert", moderator: "Moderator", admin: "Admin" },
  postsOf: (name: string) => `Posts of ${name}`,
  livesWith: "Diseases",
  verifiedBy: (name: string, as: string) => `Verified as ${as} by ${name}`,
  changeProfile: "Change your profile",
  block: "Block",
  blockHint:
    "Members whom you block cannot answer or like your posts, and you hear nothing of them. They can still read.",
  decision: "A decision",
  fresh: "New",
  events: {
    comment: "answered your post",
    like: "liked your post",
    reply: "answered a post that you follow",
    new_post: "wrote a post",
    moderation: "about you, or about what you reported"
  },
  otherEvent: "something new for you",
  markRead: "Mark all as read",
  notificationSettings: "What you hear of",
  noNotifications: "Nothing yet. You hear of answers to your posts, and of what you follow.",
  endDigests: "End these mails?",
  endThem: "End them",
  noDigests: "You get no more of these mails",
  digestsAgain: "You can turn them on again in the settings of your account."
}

const de: typeof en = {
  joinedSince: "Mitglied seit",
  noMembers: "Keine Mitglieder gefunden.",
  search: "Name oder E-Mail",
  role: "Rolle",
  everyRole: "Alle",
  roles: { user: "Mitglied", expert: "Fachperson", moderator: "Moderation", admin: "Verwaltung" },
  postsOf: (name) => `Beiträge von ${name}`,
  livesWith: "Krankheiten",
  verifiedBy: (name, as) => `Von ${name} geprüft als ${as}`,
  changeProfile: "Ihr Profil ändern",
  block: "Blockieren",
  blockHint:
    "Wen Sie blockieren, kann auf Ihre Beiträge nicht antworten und sie nicht mögen, und Sie hören nichts davon. Lesen bleibt möglich.",
  decision: "Eine Entscheidung",
  fresh: "Neu",
  events: {
    comment: "hat auf Ihren Beitrag geantwortet",
    like: "mag Ihren Beitrag",
    reply: "hat auf einen Beitrag geantwortet, dem Sie folgen",
    new_post: "hat einen Beitrag geschrieben",
    moderation: "über Sie oder über etwas, das Sie gemeldet haben"
  },
  otherEvent: "etwas Neues für Sie",
  markRead: "Alle als gelesen markieren",
  notificationSettings: "Wovon Sie hören",
  noNotifications: "Noch nichts. Sie hören von Antworten auf Ihre Beiträge und von dem, dem Sie folgen.",
  endDigests: "Diese Mails beenden?",
  endThem: "Beenden",
  noDigests: "Sie bekommen diese Mails nicht mehr",
  digestsAgain: "In den Einstellungen Ihres Kontos können Sie sie wieder einschalten."
}

const fr: typeof en = {
  joinedSince: "Membre depuis le",
  noMembers: "Aucun membre trouvé.",
  search: "Nom ou courriel",
  role: "Rôle",
  everyRole: "Tout le monde",
  roles: { user: "Membre", expert: "Spécialiste", moderator: "Modération", admin: "Administration" },
  postsOf: (name) => `Messages de ${name}`,
  livesWith: "Maladies",
  verifiedBy: (name, as) => `Vérifié comme ${as} par ${name}`,
  changeProfile: "Modifier votre profil",
  block: "Bloquer",
  blockHint:
    "Les membres que vous bloquez ne peuvent ni répondre à vos messages ni les aimer, et vous n’en entendez rien. Ils peuvent encore lire.",
  decision: "Une décision",
  fresh: "Nouveau",
  events: {
    comment: "a répondu à votre message",
    like: "aime votre message",
    reply: "a répondu à un message que vous suivez",
    new_post: "a écrit un message",
    moderation: "sur vous, ou sur ce que vous avez signalé"
  },
  otherEvent: "du nouveau pour vous",
  markRead: "Tout marquer comme lu",
  notificationSettings: "Ce dont vous êtes averti",
  noNotifications: "Rien encore. Vous serez averti des réponses à vos messages et de ce que vous suivez.",
  endDigests: "Arrêter ces courriels ?",
  endThem: "Arrêter",
  noDigests: "Vous ne recevrez plus ces courriels",
  digestsAgain: "Vous pouvez les réactiver dans les réglages de votre compte."
}

/** The pages of members and their notifications. */
export const members = { en, de, fr }
