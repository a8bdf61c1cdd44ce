/** The texts of error pages by status. */
type Errors = Readonly<Record<number, Readonly<Record<"title" | "text", string>>>>

const enErrors: Errors = {
  400: { title: "We can’t read this", text: "Something in the address or the form isn’t right." },
  403: { title: "You can’t open this page", text: "It’s for other people, or you don’t have access to it right now." },
  404: { title: "Page not found", text: "The page may have been removed, or the address may be wrong." },
  405: { title: "This page can’t be opened this way", text: "Please open it again from a link on this site." },
  409: { title: "Someone else was faster", text: "The content has changed in the meantime. Please look at it again." },
  413: { title: "This is too long", text: "Please shorten your text and send it again." },
  429: { title: "Too many requests", text: "Please wait a minute and try again." },
  500: { title: "Something went wrong", text: "It’s our fault, not yours. Please try again soon." },
  503: { title: "Back in a moment", text: "The server is starting or busy. Please try again in a few seconds." }
}

const en = {
  site: "Rare Disease Community",
  tagline: "for people with rare diseases, their families and experts",
  skip: "Skip to the content",
  sections: "Sections",
  account: "Your account",
  contents: "On this page",
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
  imprint: "Legal notice",
  contact: "Contact",
  reach: "Contact us:",
  forPrograms: "API",
  signIn: "Sign in",
  join: "Join",
  signOut: "Sign out",
  you: "You:",
  settings: "Settings",
  notifications: "Notifications",
  unread: "unread",
  waiting: "waiting",
  moderation: "Moderation",
  admin: "Admin",
  notice: "Notice",
  notAdvice:
    "What members write here isn’t medical advice. In an emergency, call your local emergency number (112 in Europe).",
  askFirst: "Posts and replies here aren’t medical advice. Speak to your doctor before changing any treatment.",
  roleAdmin: "Admin",
  roleModerator: "Moderator",
  verified: "Verified",
  unverified: "Expert (not verified)",
  agent: "AI agent",
  formerMember: "former member",
  previousPage: "Previous page",
  nextPage: "Next page",
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  /** Between a word and what it introduces. */
  colon: ": ",
  problem: "Something isn’t right yet",
  sessionEnded: "You’re signed out",
  signInAside: "Open a new window to sign in, then come back and send this again",
  suspended: "Your account has been suspended",
  suspensionEnds: "Suspension ends",
  brokenRule: "Rule broken",
  readOrAppeal: "See the decision and how to appeal",
  noEnd: "No end date",
  suspendedText:
    "You can read the decision, appeal once, download your data, or delete your account. To read posts, sign out first.",
  signInForPost: "Some posts are for members only. If you’re one, please sign in.",
  goOn: "You could try:",
  retry: "Try again",
  nothingFound: "Nothing found. Try fewer or different words, or the name of a disease.",
  errors: enErrors,
  menu: "Menu",
  ownPage: "Your profile",
  back: "Go back to the previous page"
}

const de: typeof en = {
  site: "Gemeinschaft Seltene Erkrankungen",
  tagline: "für Menschen mit seltenen Erkrankungen, ihre Familien und Fachleute",
  skip: "Zum Inhalt springen",
  sections: "Bereiche",
  account: "Ihr Konto",
  contents: "Auf dieser Seite",
  more: "Mehr über diese Website",
  languages: "Sprachen",
  pages: "Seiten der Liste",
  trail: "Sie sind hier",
  home: "Startseite",
  diseases: "Erkrankungen",
  posts: "Beiträge",
  news: "Neuigkeiten",
  members: "Mitglieder",
  statistics: "Statistik",
  help: "Hilfe",
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  imprint: "Impressum",
  contact: "Kontakt",
  reach: "So erreichen Sie uns:",
  forPrograms: "API",
  signIn: "Anmelden",
  join: "Mitglied werden",
  signOut: "Abmelden",
  you: "Sie:",
  settings: "Einstellungen",
  notifications: "Mitteilungen",
  unread: "ungelesen",
  waiting: "warten",
  moderation: "Moderation",
  admin: "Verwaltung",
  notice: "Hinweis",
  notAdvice: "Was Mitglieder hier schreiben, ist kein ärztlicher Rat. Wählen Sie im Notfall den Notruf 112.",
  askFirst:
    "Beiträge von Mitgliedern ersetzen keinen ärztlichen Rat. Sprechen Sie mit Ihrer Ärztin oder Ihrem Arzt, bevor Sie eine Behandlung ändern.",
  roleAdmin: "Admin",
  roleModerator: "Moderation",
  verified: "Geprüft",
  unverified: "Fachperson, nicht geprüft",
  agent: "KI-Agent",
  formerMember: "ehemaliges Mitglied",
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  colon: ": ",
  problem: "Etwas stimmt noch nicht",
  sessionEnded: "Sie sind abgemeldet",
  signInAside: "Melden Sie sich in einem neuen Fenster an, kommen Sie hierher zurück und senden Sie noch einmal ab",
  suspended: "Ihr Konto ist gesperrt",
  suspensionEnds: "Ende der Sperre",
  brokenRule: "Regel, gegen die Sie verstoßen haben",
  readOrAppeal: "Entscheidung lesen oder Widerspruch einlegen",
  noEnd: "Kein Ende festgelegt",
  suspendedText:
    "Sie können die Entscheidung lesen, einmal widersprechen, Ihre Daten herunterladen oder Ihr Konto löschen. Um Beiträge zu lesen, melden Sie sich bitte zuerst ab.",
  signInForPost: "Einige Beiträge sind nur für Mitglieder. Wenn Sie Mitglied sind, melden Sie sich bitte an.",
  goOn: "Hier geht es weiter:",
  retry: "Noch einmal versuchen",
  nothingFound:
    "Nichts gefunden. Versuchen Sie es mit weniger oder anderen Wörtern oder mit dem Namen einer Erkrankung.",
  errors: {
    400: { title: "Das können wir nicht lesen", text: "An der Adresse oder am Formular stimmt etwas nicht." },
    403: {
      title: "Sie können diese Seite nicht öffnen",
      text: "Sie ist für andere bestimmt, oder Sie haben gerade keinen Zugang."
    },
    404: {
      title: "Seite nicht gefunden",
      text: "Vielleicht gibt es sie nicht mehr, oder die Adresse enthält einen Tippfehler."
    },
    405: {
      title: "Diese Seite lässt sich so nicht öffnen",
      text: "Bitte öffnen Sie sie noch einmal über einen Link auf dieser Website."
    },
    409: {
      title: "Jemand war schneller",
      text: "Der Inhalt hat sich inzwischen geändert. Bitte sehen Sie ihn sich noch einmal an."
    },
    413: { title: "Das ist zu lang", text: "Bitte kürzen Sie Ihren Text und senden Sie ihn noch einmal." },
    429: { title: "Zu viele Anfragen", text: "Bitte warten Sie eine Minute und versuchen Sie es noch einmal." },
    500: {
      title: "Etwas ist schiefgegangen",
      text: "Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es bald noch einmal."
    },
    503: {
      title: "Gleich wieder da",
      text: "Der Server startet oder ist ausgelastet. Bitte versuchen Sie es in ein paar Sekunden noch einmal."
    }
  },
  menu: "Menü",
  ownPage: "Ihr Profil",
  back: "Zurück zur vorigen Seite"
}

const fr: typeof en = {
  site: "Communauté Maladies Rares",
  tagline: "pour les personnes atteintes de maladies rares, leurs familles et les professionnels",
  skip: "Aller au contenu",
  sections: "Rubriques",
  account: "Votre compte",
  contents: "Sur cette page",
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
  privacy: "Confidentialité",
  imprint: "Mentions légales",
  contact: "Contact",
  reach: "Pour nous joindre :",
  forPrograms: "API",
  signIn: "Se connecter",
  join: "S’inscrire",
  signOut: "Se déconnecter",
  you: "Vous :",
  settings: "Réglages",
  notifications: "Notifications",
  unread: "non lues",
  waiting: "en attente",
  moderation: "Modération",
  admin: "Administration",
  notice: "Annonce",
  notAdvice:
    "Ce que les membres écrivent ici n’est pas un avis médical. En cas d’urgence, appelez le 112 (ou le 15 en France).",
  askFirst: "Les membres ne remplacent pas un médecin : parlez-en au vôtre avant de modifier un traitement.",
  roleAdmin: "Administrateur",
  roleModerator: "Modérateur",
  verified: "Vérifié",
  unverified: "Professionnel non vérifié",
  agent: "Agent IA",
  formerMember: "ancien membre",
  previousPage: "Page précédente",
  nextPage: "Page suivante",
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  colon: " : ",
  problem: "Il reste quelque chose à corriger",
  sessionEnded: "Vous êtes déconnecté",
  signInAside: "Connectez-vous dans une nouvelle fenêtre, puis revenez ici et envoyez de nouveau",
  suspended: "Votre compte est suspendu",
  suspensionEnds: "Fin de la suspension",
  brokenRule: "Règle non respectée",
  readOrAppeal: "Lire la décision ou faire un recours",
  noEnd: "Aucune date fixée",
  suspendedText:
    "Vous pouvez lire la décision, la contester une fois, télécharger vos données ou quitter la communauté. Pour lire les messages, déconnectez-vous d’abord.",
  signInForPost: "Certains messages sont réservés aux membres. Si vous en êtes un, connectez-vous.",
  goOn: "Vous pouvez aussi consulter :",
  retry: "Réessayer",
  nothingFound: "Aucun résultat. Essayez un autre mot ou le nom d’une maladie.",
  errors: {
    400: {
      title: "Nous n’arrivons pas à lire ceci",
      text: "Quelque chose dans l’adresse ou le formulaire est incorrect."
    },
    403: {
      title: "Vous ne pouvez pas ouvrir cette page",
      text: "Elle est réservée à d’autres, ou vous n’y avez pas accès pour le moment."
    },
    404: { title: "Page introuvable", text: "Elle a peut-être été supprimée, ou l’adresse contient une erreur." },
    405: {
      title: "Cette page ne peut pas être ouverte de cette façon",
      text: "Ouvrez-la de nouveau à partir d’un lien de ce site."
    },
    409: {
      title: "Quelqu’un a été plus rapide",
      text: "Le contenu a changé entre-temps. Regardez-le encore une fois."
    },
    413: { title: "C’est trop long", text: "Raccourcissez votre texte et envoyez-le de nouveau." },
    429: { title: "Trop de demandes", text: "Attendez une minute, puis réessayez." },
    500: {
      title: "Une erreur s’est produite",
      text: "C’est notre faute, pas la vôtre. Réessayez dans quelques instants."
    },
    503: {
      title: "De retour dans un instant",
      text: "Le serveur démarre ou est occupé. Réessayez dans quelques secondes."
    }
  },
  menu: "Menu",
  ownPage: "Votre profil",
  back: "Revenir à la page précédente"
}

/** What stands around every page, badges, and failures. */
export const layout = { en, de, fr }
