/** The texts of error pages by status. */
type Errors = Readonly<Record<number, Readonly<Record<"title" | "text" | "again", string>>>>

const enErrors: Errors = {
  400: {
    title: "We cannot read this",
    text: "Something in the address or the form is not right.",
    again: "You can start again from here:"
  },
  403: {
    title: "You may not open this",
    text: "This page is for others, or it is closed to you at the moment.",
    again: "You can go on here:"
  },
  404: {
    title: "Page not found",
    text: "It may have been deleted, or the address has a mistake.",
    again: "You can go on here:"
  },
  405: {
    title: "This page cannot be used so",
    text: "Open it again from a link on this site.",
    again: "You can go on here:"
  },
  409: {
    title: "Somebody was faster",
    text: "What you saw has changed in the meantime.",
    again: "You can go on here:"
  },
  413: { title: "This is too long", text: "Shorten your text and send it again.", again: "You can go on here:" },
  429: { title: "Too many requests", text: "Please wait a minute and try again.", again: "Until then:" },
  500: {
    title: "Something went wrong",
    text: "It is our fault, not yours. Please try again soon.",
    again: "You can go on here:"
  },
  503: {
    title: "Back in a moment",
    text: "The community is starting or busy. Please try again in a few seconds.",
    again: "You can go on here:"
  }
}

const en = {
  site: "Rare Disease Community",
  tagline: "for people with rare diseases, their families and experts",
  skip: "Skip to the content",
  sections: "Sections",
  account: "Your account",
  more: "More about this site",
  languages: "Languages",
  pages: "Pages of the list",
  trail: "You are here",
  home: "Home page",
  diseases: "Diseases",
  posts: "Posts",
  news: "News",
  members: "Members",
  statistics: "Statistics",
  help: "Help",
  terms: "Terms of use",
  privacy: "Privacy",
  imprint: "Imprint",
  forPrograms: "For programs",
  signIn: "Sign in",
  join: "Join",
  signOut: "Sign out",
  you: "You:",
  settings: "Settings",
  notifications: "Notifications",
  unread: "unread",
  moderation: "Moderation",
  admin: "Admin",
  notAdvice: "What members write here is no medical advice. In an emergency, call your local emergency number.",
  roleAdmin: "Admin",
  roleModerator: "Moderator",
  verified: "Verified",
  unverified: "Says to be an expert, not verified",
  agent: "AI agent",
  formerMember: "former member",
  previousPage: "Previous page",
  nextPage: "Next page",
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  problem: "There is a problem",
  sessionEnded: "You are signed out",
  signInAside: "Sign in in a new window, then come back and send this again",
  suspended: "Your account is suspended",
  suspendedText: "You can read the decision, appeal once, download your data, and leave. To read on, sign out.",
  errors: enErrors
}

const de: typeof en = {
  site: "Gemeinschaft Seltene Krankheiten",
  tagline: "für Menschen mit seltenen Krankheiten, ihre Familien und Fachleute",
  skip: "Zum Inhalt springen",
  sections: "Bereiche",
  account: "Ihr Konto",
  more: "Mehr über diese Seite",
  languages: "Sprachen",
  pages: "Seiten der Liste",
  trail: "Sie sind hier",
  home: "Startseite",
  diseases: "Krankheiten",
  posts: "Beiträge",
  news: "Neuigkeiten",
  members: "Mitglieder",
  statistics: "Statistik",
  help: "Hilfe",
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  imprint: "Impressum",
  forPrograms: "Für Programme",
  signIn: "Anmelden",
  join: "Mitmachen",
  signOut: "Abmelden",
  you: "Sie:",
  settings: "Einstellungen",
  notifications: "Mitteilungen",
  unread: "ungelesen",
  moderation: "Moderation",
  admin: "Verwaltung",
  notAdvice: "Was Mitglieder hier schreiben, ist kein ärztlicher Rat. Rufen Sie im Notfall den Notruf an.",
  roleAdmin: "Verwaltung",
  roleModerator: "Moderation",
  verified: "Geprüft",
  unverified: "Fachperson nach eigener Angabe, nicht geprüft",
  agent: "KI-Agent",
  formerMember: "ehemaliges Mitglied",
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  problem: "Etwas stimmt noch nicht",
  sessionEnded: "Sie sind abgemeldet",
  signInAside: "Melden Sie sich in einem neuen Fenster an, kommen Sie zurück und senden Sie noch einmal",
  suspended: "Ihr Konto ist gesperrt",
  suspendedText:
    "Sie können die Entscheidung lesen, einmal widersprechen, Ihre Daten herunterladen und gehen. Zum Lesen melden Sie sich ab.",
  errors: {
    400: {
      title: "Das können wir nicht lesen",
      text: "Etwas an der Adresse oder am Formular stimmt nicht.",
      again: "Hier können Sie neu beginnen:"
    },
    403: {
      title: "Das dürfen Sie nicht öffnen",
      text: "Diese Seite ist für andere, oder sie ist für Sie gerade geschlossen.",
      again: "Hier geht es weiter:"
    },
    404: {
      title: "Seite nicht gefunden",
      text: "Sie wurde vielleicht gelöscht, oder die Adresse hat einen Fehler.",
      again: "Hier geht es weiter:"
    },
    405: {
      title: "So geht das hier nicht",
      text: "Öffnen Sie die Seite noch einmal über einen Link.",
      again: "Hier geht es weiter:"
    },
    409: {
      title: "Jemand war schneller",
      text: "Was Sie sahen, hat sich inzwischen geändert.",
      again: "Hier geht es weiter:"
    },
    413: {
      title: "Das ist zu lang",
      text: "Kürzen Sie Ihren Text und senden Sie ihn noch einmal.",
      again: "Hier geht es weiter:"
    },
    429: {
      title: "Zu viele Anfragen",
      text: "Bitte warten Sie eine Minute und versuchen Sie es noch einmal.",
      again: "Bis dahin:"
    },
    500: {
      title: "Etwas ist schiefgegangen",
      text: "Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es bald noch einmal.",
      again: "Hier geht es weiter:"
    },
    503: {
      title: "Gleich wieder da",
      text: "Der Server startet oder ist ausgelastet. Bitte versuchen Sie es in einigen Sekunden noch einmal.",
      again: "Hier geht es weiter:"
    }
  }
}

const fr: typeof en = {
  site: "Communauté Maladies Rares",
  tagline: "pour les personnes atteintes de maladies rares, leurs familles et les spécialistes",
  skip: "Aller au contenu",
  sections: "Rubriques",
  account: "Votre compte",
  more: "En savoir plus sur ce site",
  languages: "Langues",
  pages: "Pages de la liste",
  trail: "Vous êtes ici",
  home: "Page d’accueil",
  diseases: "Maladies",
  posts: "Messages",
  news: "Actualités",
  members: "Membres",
  statistics: "Statistiques",
  help: "Aide",
  terms: "Conditions d’utilisation",
  privacy: "Vie privée",
  imprint: "Mentions légales",
  forPrograms: "Pour les programmes",
  signIn: "Se connecter",
  join: "S’inscrire",
  signOut: "Se déconnecter",
  you: "Vous :",
  settings: "Réglages",
  notifications: "Notifications",
  unread: "non lues",
  moderation: "Modération",
  admin: "Administration",
  notAdvice: "Ce que les membres écrivent ici n’est pas un avis médical. En cas d’urgence, appelez les secours.",
  roleAdmin: "Administration",
  roleModerator: "Modération",
  verified: "Vérifié",
  unverified: "Se dit spécialiste, non vérifié",
  agent: "Agent IA",
  formerMember: "ancien membre",
  previousPage: "Page précédente",
  nextPage: "Page suivante",
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  problem: "Il y a un problème",
  sessionEnded: "Vous êtes déconnecté",
  signInAside: "Connectez-vous dans une nouvelle fenêtre, puis revenez et envoyez de nouveau",
  suspended: "Votre compte est suspendu",
  suspendedText:
    "Vous pouvez lire la décision, faire appel une fois, télécharger vos données et partir. Pour lire, déconnectez-vous.",
  errors: {
    400: {
      title: "Nous ne pouvons pas lire ceci",
      text: "Quelque chose dans l’adresse ou le formulaire n’est pas juste.",
      again: "Vous pouvez recommencer ici :"
    },
    403: {
      title: "Vous ne pouvez pas ouvrir ceci",
      text: "Cette page est pour d’autres, ou elle vous est fermée pour le moment.",
      again: "Vous pouvez continuer ici :"
    },
    404: {
      title: "Page introuvable",
      text: "Elle a peut-être été supprimée, ou l’adresse contient une erreur.",
      again: "Vous pouvez continuer ici :"
    },
    405: {
      title: "Cette page ne s’utilise pas ainsi",
      text: "Ouvrez-la de nouveau par un lien du site.",
      again: "Vous pouvez continuer ici :"
    },
    409: {
      title: "Quelqu’un a été plus rapide",
      text: "Ce que vous avez vu a changé entre-temps.",
      again: "Vous pouvez continuer ici :"
    },
    413: {
      title: "C’est trop long",
      text: "Raccourcissez votre texte et envoyez-le de nouveau.",
      again: "Vous pouvez continuer ici :"
    },
    429: { title: "Trop de demandes", text: "Attendez une minute, puis réessayez.", again: "En attendant :" },
    500: {
      title: "Une erreur s’est produite",
      text: "C’est notre faute, pas la vôtre. Réessayez bientôt.",
      again: "Vous pouvez continuer ici :"
    },
    503: {
      title: "De retour dans un instant",
      text: "Le serveur démarre ou est occupé. Réessayez dans quelques secondes.",
      again: "Vous pouvez continuer ici :"
    }
  }
}

/** The frame of every page, badges, and failures. */
export const frame = { en, de, fr }
