const en = {
  lead: "Anyone with an invitation link can join, even when joining isn’t open to everyone.",
  make: "Create an invitation",
  role: "They join as",
  uses: "How many people can join with it?",
  days: "For how many days does it work?",
  note: "Who is it for? (optional)",
  noteHint: "Only admins can see this.",
  shownOnce: "Copy the link now and pass it on. You won’t see it again.",
  link: "Invitation link",
  until: "It works until",
  back: "All invitations",
  all: "Invitations",
  none: "There are no invitations.",
  used: (used: number, uses: number) => `${used} of ${uses} joined`,
  usedUp: "Used up",
  expired: "Expired",
  end: "End",
  ended: "The invitation has ended.",
  invited: "You’ve been invited to this community. Choose a name, an email address and a password to join.",
  onlyInvited: "At the moment, people can join by invitation only.",
  asExpert: "You’ll join as an expert.",
  invalid: "This invitation doesn’t work any more: it was used up, has expired or was ended. Please ask for a new one.",
  passwordLink: "Link for a new password",
  passwordLinkOnce: "Copy the link now and send it to the member. You won’t see it again.",
  passwordLinkHint:
    "Send it only in a way that reaches this member and nobody else. It works once. An earlier link from an admin no longer works.",
  passwordLinkMailed: "The member also gets a link of their own by email.",
  backToMember: "Back to the member"
}

const de: typeof en = {
  lead: "Mit einem Einladungslink kann man Mitglied werden, auch wenn das sonst nicht allen offensteht.",
  make: "Einladung erstellen",
  role: "Rolle der Eingeladenen",
  uses: "Wie viele Personen können damit Mitglied werden?",
  days: "Wie viele Tage gilt die Einladung?",
  note: "Für wen ist sie? (optional)",
  noteHint: "Das lesen nur Admins.",
  shownOnce: "Kopieren Sie den Link jetzt und geben Sie ihn weiter. Sie sehen ihn nur dieses eine Mal.",
  link: "Einladungslink",
  until: "Er gilt bis zum",
  back: "Alle Einladungen",
  all: "Einladungen",
  none: "Es gibt keine Einladungen.",
  used: (used, uses) => `${used} von ${uses} beigetreten`,
  usedUp: "Aufgebraucht",
  expired: "Abgelaufen",
  end: "Beenden",
  ended: "Die Einladung ist beendet.",
  invited:
    "Sie sind in diese Gemeinschaft eingeladen. Wählen Sie einen Namen, eine E‑Mail-Adresse und ein Passwort, um Mitglied zu werden.",
  onlyInvited: "Mitglied werden kann man zurzeit nur mit einer Einladung.",
  asExpert: "Sie werden als Fachperson Mitglied.",
  invalid:
    "Diese Einladung gilt nicht mehr: Sie ist aufgebraucht, abgelaufen oder beendet. Bitte lassen Sie sich eine neue geben.",
  passwordLink: "Link für ein neues Passwort",
  passwordLinkOnce: "Kopieren Sie den Link jetzt und schicken Sie ihn dem Mitglied. Sie sehen ihn nur dieses eine Mal.",
  passwordLinkHint:
    "Schicken Sie ihn nur so, dass er dieses Mitglied und sonst niemanden erreicht. Er funktioniert nur einmal. Ein früherer Link von einem Admin gilt nicht mehr.",
  passwordLinkMailed: "Das Mitglied bekommt außerdem einen eigenen Link per E‑Mail.",
  backToMember: "Zurück zum Mitglied"
}

const fr: typeof en = {
  lead: "Avec un lien d’invitation, on peut s’inscrire même quand l’inscription n’est pas ouverte à tous.",
  make: "Créer une invitation",
  role: "Rôle des personnes invitées",
  uses: "Combien de personnes peuvent s’inscrire avec ce lien ?",
  days: "Pendant combien de jours est-il valable ?",
  note: "Pour qui est-il ? (facultatif)",
  noteHint: "Seuls les administrateurs le verront.",
  shownOnce: "Copiez le lien maintenant et transmettez-le. Vous ne le reverrez plus.",
  link: "Lien d’invitation",
  until: "Il est valable jusqu’au",
  back: "Toutes les invitations",
  all: "Invitations",
  none: "Il n’y a aucune invitation.",
  used: (used, uses) => `${used} inscription${used > 1 ? "s" : ""} sur ${uses}`,
  usedUp: "Épuisée",
  expired: "Expirée",
  end: "Annuler l’invitation",
  ended: "L’invitation est annulée.",
  invited:
    "Vous êtes invité à rejoindre cette communauté. Pour vous inscrire, choisissez un nom, une adresse e‑mail et un mot de passe.",
  onlyInvited: "Pour l’instant, on s’inscrit uniquement sur invitation.",
  asExpert: "Vous vous inscrivez en tant que professionnel de santé ou de la recherche.",
  invalid:
    "Cette invitation n’est plus valable : elle est épuisée, a expiré ou a été annulée. Demandez-en une nouvelle.",
  passwordLink: "Lien pour un nouveau mot de passe",
  passwordLinkOnce: "Copiez le lien maintenant et envoyez-le au membre. Vous ne le reverrez plus.",
  passwordLinkHint:
    "Envoyez-le uniquement de façon à atteindre ce membre et personne d’autre. Il ne sert qu’une fois. Un lien précédent d’un administrateur n’est plus valable.",
  passwordLinkMailed: "Le membre reçoit aussi son propre lien par e‑mail.",
  backToMember: "Retour au membre"
}

/** Invitations to join, and the links by which admins help members to a new password. */
export const invitations = { en, de, fr }
