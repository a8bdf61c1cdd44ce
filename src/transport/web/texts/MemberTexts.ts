const en = {
  joinedSince: "Member since",
  noMembers: "No members found.",
  search: "Name or email address",
  role: "Role",
  everyRole: "Everybody",
  roles: { user: "Member", expert: "Expert", moderator: "Moderator", admin: "Admin" },
  postsOf: (name: string) => `Posts by ${name}`,
  livesWith: "Diseases",
  verifiedBy: (name: string, as: string) => `Verified as ${as} by ${name}`,
  changeProfile: "Edit your profile",
  block: "Block",
  blockHint:
    "Members you block can’t reply to your posts or like them, and you get no notifications about them. They can still read.",
  decision: "A decision",
  fresh: "New",
  events: {
    comment: "replied to your post",
    like: "liked your post",
    reply: "replied to a post you follow",
    new_post: "wrote a post",
    moderation: "about you, or about something you reported"
  },
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
  roles: { user: "Mitglied", expert: "Fachperson", moderator: "Moderation", admin: "Verwaltung" },
  postsOf: (name) => `Beiträge von ${name}`,
  livesWith: "Erkrankungen",
  verifiedBy: (name, as) => `Von ${name} geprüft als ${as}`,
  changeProfile: "Ihr Profil bearbeiten",
  block: "Blockieren",
  blockHint:
    "Wer von Ihnen blockiert ist, kann auf Ihre Beiträge nicht antworten und kein „Gefällt mir“ geben, und Sie bekommen keine Mitteilungen darüber. Lesen bleibt möglich.",
  decision: "Eine Entscheidung",
  fresh: "Neu",
  events: {
    comment: "hat auf Ihren Beitrag geantwortet",
    like: "gefällt Ihr Beitrag",
    reply: "hat auf einen Beitrag geantwortet, dem Sie folgen",
    new_post: "hat einen Beitrag geschrieben",
    moderation: "über Sie oder über etwas, das Sie gemeldet haben"
  },
  otherEvent: "etwas Neues für Sie",
  markRead: "Alle als gelesen markieren",
  notificationSettings: "Mitteilungen einstellen",
  noNotifications:
    "Noch nichts. Sie bekommen eine Mitteilung, wenn Ihnen jemand antwortet und wenn es Neues gibt, dem Sie folgen.",
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
  everyRole: "Tout le monde",
  roles: { user: "Membre", expert: "Spécialiste", moderator: "Modération", admin: "Administration" },
  postsOf: (name) => `Messages de ${name}`,
  livesWith: "Maladies",
  verifiedBy: (name, as) => `Vérifié par ${name} : ${as}`,
  changeProfile: "Modifier votre profil",
  block: "Bloquer",
  blockHint:
    "Les membres que vous bloquez ne peuvent ni répondre à vos messages ni les aimer, et vous n’en recevez aucune notification. Ils peuvent encore lire.",
  decision: "Une décision",
  fresh: "Nouveau",
  events: {
    comment: "a répondu à votre message",
    like: "aime votre message",
    reply: "a répondu à un message que vous suivez",
    new_post: "a écrit un message",
    moderation: "à votre sujet, ou au sujet de ce que vous avez signalé"
  },
  otherEvent: "du nouveau pour vous",
  markRead: "Tout marquer comme lu",
  notificationSettings: "Régler les notifications",
  noNotifications:
    "Encore rien. Vous recevez une notification quand quelqu’un vous répond et quand il y a du nouveau dans ce que vous suivez.",
  endDigests: "Ne plus recevoir ces e-mails ?",
  endThem: "Ne plus les recevoir",
  noDigests: "Vous ne recevrez plus ces e-mails",
  digestsAgain: "Vous pouvez les réactiver dans vos réglages."
}

/** The pages of members and their notifications. */
export const members = { en, de, fr }
