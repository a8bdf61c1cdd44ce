const en = {
  write: "Write a post",
  newPost: "Write a post",
  editPost: "Edit your post",
  editComment: "Edit your reply",
  title: "Title",
  titleHint: "Say in one line what it’s about.",
  content: "Your text",
  markdownHint:
    "Leave an empty line to begin a new paragraph. You can use **bold**, *italic*, lists with - and [links](https://example.org).",
  publicHint:
    "Everybody can read posts, and search engines can too. Please leave out other people’s names and addresses.",
  kind: "What do you want to do?",
  kinds: {
    question: "Ask a question",
    experience: "Tell what you have lived through",
    topic: "Talk about something"
  },
  marks: { bold: "Bold", list: "List", link: "Link", quote: "Quote" },
  marksOf: "Marks for the text",
  published: "Published. We will tell you when somebody replies.",
  disease: "Disease (optional)",
  diseaseHint: "Type its name and press “Find”. Then others who live with it see your post.",
  findDisease: "Find",
  chooseDisease: "Which one is it?",
  noDisease: "None of these",
  similar: "Others have written about this:",
  preview: "Preview",
  showPreview: "Show a preview",
  publish: "Publish",
  save: "Save",
  edit: "Edit",
  remove: "Delete",
  removeNow: "Yes, delete it",
  deleted: "The post is deleted.",
  removePost: "This deletes the post with all its replies. You can’t undo it.",
  removeComment: "This deletes the reply. You can’t undo it.",
  report: "Report",
  like: "Like",
  firstLike: "Be the first to like",
  blocked: "You blocked this member.",
  showBlocked: "Show",
  comment: "Your reply",
  answer: "Write a reply",
  sendAnswer: "Send the reply",
  newerAnswers: "There are more new replies: reload the page",
  signInToAnswer: "Sign in to reply",
  waits:
    "Your text has been sent. A moderator reads the first texts of new members before others can see them, so please wait a little."
}

const de: typeof en = {
  write: "Beitrag schreiben",
  newPost: "Beitrag schreiben",
  editPost: "Ihren Beitrag bearbeiten",
  editComment: "Ihre Antwort bearbeiten",
  title: "Titel",
  titleHint: "Sagen Sie in einer Zeile, worum es geht.",
  content: "Ihr Text",
  markdownHint:
    "Lassen Sie eine Zeile leer, um einen neuen Absatz zu beginnen. **Fett**, *kursiv*, Listen mit - und [Links](https://example.org) funktionieren.",
  publicHint:
    "Alle können Beiträge lesen, auch Suchmaschinen. Bitte nennen Sie keine Namen und Adressen von anderen Menschen.",
  kind: "Was möchten Sie tun?",
  kinds: {
    question: "Eine Frage stellen",
    experience: "Von Erfahrungen erzählen",
    topic: "Über etwas sprechen"
  },
  marks: { bold: "Fett", list: "Liste", link: "Link", quote: "Zitat" },
  marksOf: "Text gestalten",
  published: "Veröffentlicht. Wir sagen Ihnen, wenn jemand antwortet.",
  disease: "Erkrankung (optional)",
  diseaseHint:
    "Geben Sie den Namen ein und drücken Sie „Finden“. Dann sehen andere mit dieser Erkrankung Ihren Beitrag.",
  findDisease: "Finden",
  chooseDisease: "Welche ist es?",
  noDisease: "Keine davon",
  similar: "Dazu gibt es schon Beiträge:",
  preview: "Vorschau",
  showPreview: "Vorschau zeigen",
  publish: "Veröffentlichen",
  save: "Speichern",
  edit: "Bearbeiten",
  remove: "Löschen",
  removeNow: "Ja, löschen",
  deleted: "Der Beitrag ist gelöscht.",
  removePost: "Damit löschen Sie den Beitrag und alle Antworten. Das lässt sich nicht rückgängig machen.",
  removeComment: "Damit löschen Sie die Antwort. Das lässt sich nicht rückgängig machen.",
  report: "Melden",
  like: "Gefällt mir",
  firstLike: "Als Erstes „Gefällt mir“ geben",
  blocked: "Sie haben dieses Mitglied blockiert.",
  showBlocked: "Zeigen",
  comment: "Ihre Antwort",
  answer: "Antworten",
  sendAnswer: "Antwort senden",
  newerAnswers: "Es gibt weitere neue Antworten: Seite neu laden",
  signInToAnswer: "Zum Antworten anmelden",
  waits:
    "Ihr Text ist angekommen. Bei neuen Mitgliedern liest die Moderation die ersten Texte, bevor andere sie sehen. Bitte haben Sie etwas Geduld."
}

const fr: typeof en = {
  write: "Écrire un message",
  newPost: "Écrire un message",
  editPost: "Modifier votre message",
  editComment: "Modifier votre réponse",
  title: "Titre",
  titleHint: "Dites en une ligne de quoi il s’agit.",
  content: "Votre texte",
  markdownHint:
    "Laissez une ligne vide pour commencer un nouveau paragraphe. **Gras**, *italique*, listes avec - et [liens](https://example.org) fonctionnent.",
  publicHint:
    "Tout le monde peut lire les messages, les moteurs de recherche aussi. Ne donnez pas le nom ni l’adresse d’autres personnes.",
  kind: "Que voulez-vous faire ?",
  kinds: {
    question: "Poser une question",
    experience: "Raconter une expérience",
    topic: "Parler de quelque chose"
  },
  marks: { bold: "Gras", list: "Liste", link: "Lien", quote: "Citation" },
  marksOf: "Mise en forme du texte",
  published: "Publié. Nous vous dirons quand quelqu’un répond.",
  disease: "Maladie (facultatif)",
  diseaseHint:
    "Tapez son nom et appuyez sur « Trouver ». Les autres personnes qui vivent avec cette maladie verront votre message.",
  findDisease: "Trouver",
  chooseDisease: "Laquelle est-ce ?",
  noDisease: "Aucune de celles-ci",
  similar: "D’autres en ont déjà parlé :",
  preview: "Aperçu",
  showPreview: "Voir un aperçu",
  publish: "Publier",
  save: "Enregistrer",
  edit: "Modifier",
  remove: "Supprimer",
  removeNow: "Oui, supprimer",
  deleted: "Le message est supprimé.",
  removePost: "Vous supprimez le message et toutes ses réponses. Vous ne pourrez pas revenir en arrière.",
  removeComment: "Vous supprimez la réponse. Vous ne pourrez pas revenir en arrière.",
  report: "Signaler",
  like: "J’aime",
  firstLike: "Aimer en premier",
  blocked: "Vous avez bloqué ce membre.",
  showBlocked: "Afficher",
  comment: "Votre réponse",
  answer: "Répondre",
  sendAnswer: "Envoyer la réponse",
  newerAnswers: "Il y a d’autres nouvelles réponses : rechargez la page",
  signInToAnswer: "Connectez-vous pour répondre",
  waits:
    "Votre texte est envoyé. La modération lit les premiers textes des nouveaux membres avant que les autres les voient : merci de patienter un peu."
}

/** The pages on which members write. */
export const writing = { en, de, fr }
