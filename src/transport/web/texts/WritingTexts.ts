const en = {
  write: "Write a post",
  newPost: "Write a post",
  editPost: "Change your post",
  editComment: "Change your answer",
  title: "Title",
  titleHint: "Say in one line what it is about.",
  content: "Your text",
  markdownHint:
    "An empty line begins a paragraph. **Bold**, *italic*, lists with - and [links](https://example.org) work.",
  publicHint: "Everybody can read posts, search engines too. Leave out names and addresses of others.",
  categoryHints: {
    topic: "Something to talk about.",
    experience: "What you have lived through.",
    question: "Something you want to know."
  },
  disease: "Disease (optional)",
  diseaseHint: "Type its name and press “Find”, so that others who live with it see your post.",
  findDisease: "Find",
  chooseDisease: "Which one is it?",
  noDisease: "None of these",
  preview: "Preview",
  showPreview: "Show a preview",
  publish: "Publish",
  save: "Save",
  edit: "Change",
  remove: "Delete",
  removeNow: "Yes, delete it",
  deleted: "The post is deleted.",
  removePost: "This deletes the post with all its answers. It cannot be undone.",
  removeComment: "This deletes the answer. It cannot be undone.",
  report: "Report",
  like: "Like",
  comment: "Your answer",
  answer: "Write an answer",
  sendAnswer: "Send the answer",
  newerAnswers: "There are more new answers: reload the page",
  signInToAnswer: "Sign in to answer",
  waits: "Your text is sent. It waits for a moderator, who reads the first texts of new members before others see them."
}

const de: typeof en = {
  write: "Beitrag schreiben",
  newPost: "Beitrag schreiben",
  editPost: "Ihren Beitrag ändern",
  editComment: "Ihre Antwort ändern",
  title: "Titel",
  titleHint: "Sagen Sie in einer Zeile, worum es geht.",
  content: "Ihr Text",
  markdownHint:
    "Eine leere Zeile beginnt einen Absatz. **Fett**, *kursiv*, Listen mit - und [Links](https://example.org) gehen.",
  publicHint: "Beiträge können alle lesen, auch Suchmaschinen. Nennen Sie keine Namen und Adressen von anderen.",
  categoryHints: {
    topic: "Etwas, worüber Sie reden möchten.",
    experience: "Was Sie erlebt haben.",
    question: "Etwas, das Sie wissen möchten."
  },
  disease: "Krankheit (freiwillig)",
  diseaseHint: "Tippen Sie den Namen und drücken Sie „Finden“, damit andere mit dieser Krankheit Ihren Beitrag sehen.",
  findDisease: "Finden",
  chooseDisease: "Welche ist es?",
  noDisease: "Keine davon",
  preview: "Vorschau",
  showPreview: "Vorschau zeigen",
  publish: "Veröffentlichen",
  save: "Speichern",
  edit: "Ändern",
  remove: "Löschen",
  removeNow: "Ja, löschen",
  deleted: "Der Beitrag ist gelöscht.",
  removePost: "Das löscht den Beitrag mit allen Antworten. Es lässt sich nicht rückgängig machen.",
  removeComment: "Das löscht die Antwort. Es lässt sich nicht rückgängig machen.",
  report: "Melden",
  like: "Gefällt mir",
  comment: "Ihre Antwort",
  answer: "Antworten",
  sendAnswer: "Antwort senden",
  newerAnswers: "Es gibt weitere neue Antworten: Seite neu laden",
  signInToAnswer: "Zum Antworten anmelden",
  waits:
    "Ihr Text ist gesendet. Er wartet auf die Moderation, die die ersten Texte neuer Mitglieder liest, bevor andere sie sehen."
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
    "Une ligne vide commence un paragraphe. **Gras**, *italique*, listes avec - et [liens](https://example.org) marchent.",
  publicHint:
    "Tout le monde peut lire les messages, les moteurs de recherche aussi. N’indiquez ni noms ni adresses d’autrui.",
  categoryHints: {
    topic: "Quelque chose dont parler.",
    experience: "Ce que vous avez vécu.",
    question: "Quelque chose que vous voulez savoir."
  },
  disease: "Maladie (facultatif)",
  diseaseHint: "Tapez son nom et appuyez sur « Trouver », pour que d’autres qui vivent avec elle voient votre message.",
  findDisease: "Trouver",
  chooseDisease: "Laquelle est-ce ?",
  noDisease: "Aucune de celles-ci",
  preview: "Aperçu",
  showPreview: "Voir un aperçu",
  publish: "Publier",
  save: "Enregistrer",
  edit: "Modifier",
  remove: "Supprimer",
  removeNow: "Oui, supprimer",
  deleted: "Le message est supprimé.",
  removePost: "Cela supprime le message et toutes ses réponses, sans retour possible.",
  removeComment: "Cela supprime la réponse, sans retour possible.",
  report: "Signaler",
  like: "J’aime",
  comment: "Votre réponse",
  answer: "Répondre",
  sendAnswer: "Envoyer la réponse",
  newerAnswers: "Il y a d’autres nouvelles réponses : recharger la page",
  signInToAnswer: "Connectez-vous pour répondre",
  waits:
    "Votre texte est envoyé. Il attend la modération, qui lit les premiers textes des nouveaux membres avant que d’autres les voient."
}

/** The pages on which members write. */
export const writing = { en, de, fr }
