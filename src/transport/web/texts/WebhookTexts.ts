import type { WebhookEvent, WebhookFault } from "../../../domain/webhooks/Webhook.ts"

const eventNames: Readonly<Record<WebhookEvent, string>> = {
  "report.opened": "Something is reported for the first time",
  "report.danger": "Something is reported as danger",
  "appeal.opened": "A member appeals against a decision",
  "member.joined": "Someone joins",
  "post.created": "A post is published",
  "post.removed": "A post is hidden or deleted",
  "news.created": "News is published"
}

const faults: Readonly<Record<WebhookFault, string>> = {
  connection: "no connection to the receiver",
  name: "the address was not found",
  private: "the address is not a public one",
  redirect: "the receiver redirects to another address, which isn’t followed",
  time: "no answer within 5\u00a0seconds"
}

const en = {
  title: "Webhooks",
  lead: "A webhook tells another program what happens here, for example a chat or a ticket system. It only gets the kind of event and numbers: no names, titles or texts.",
  none: "There are no webhooks.",
  add: "Add a webhook",
  url: "Address of the receiver",
  urlHint: "An https address that can be reached from the internet.",
  events: "What should it be told?",
  addNow: "Add webhook",
  secret: "Secret of the webhook",
  secretOnce:
    "Copy the secret now and give it to the receiver, which checks with it that messages come from here. You won’t see it again.",
  back: "All webhooks",
  told: "Events",
  last: "Last message",
  noLast: "None sent yet",
  delivered: (status: number) => `Delivered (answer\u00a0${status})`,
  answered: (status: number) => `Failed: the receiver answered\u00a0${status}`,
  failed: (why: string) => `Failed: ${why}`,
  failingSince: "Failing since",
  switchedOff: "Switched off on",
  off: "Off",
  switchOff: "Switch off",
  switchOn: "Switch on",
  remove: "Remove",
  removeHint: "The receiver will get no more messages, and its secret stops working.",
  removeNow: "Remove webhook",
  unknownFault: "no answer",
  eventNames,
  faults
}

const de: typeof en = {
  title: "Webhooks",
  lead: "Über einen Webhook erfährt ein anderes Programm, was hier geschieht, zum Beispiel ein Chat oder ein Ticketsystem. Es bekommt nur die Art des Ereignisses und Nummern, keine Namen, Titel oder Texte.",
  none: "Es gibt keine Webhooks.",
  add: "Webhook hinzufügen",
  url: "Adresse des Empfängers",
  urlHint: "Eine https-Adresse, die aus dem Internet erreichbar ist.",
  events: "Was soll er erfahren?",
  addNow: "Webhook hinzufügen",
  secret: "Geheimer Schlüssel des Webhooks",
  secretOnce:
    "Kopieren Sie den Schlüssel jetzt und geben Sie ihn dem Empfänger. Der prüft damit, dass die Nachrichten von hier kommen. Sie sehen ihn nur dieses eine Mal.",
  back: "Alle Webhooks",
  told: "Ereignisse",
  last: "Letzte Nachricht",
  noLast: "Noch keine gesendet",
  delivered: (status) => `Zugestellt (Antwort\u00a0${status})`,
  answered: (status) => `Fehlgeschlagen: der Empfänger hat mit ${status} geantwortet`,
  failed: (why) => `Fehlgeschlagen: ${why}`,
  failingSince: "Schlägt fehl seit",
  switchedOff: "Abgeschaltet am",
  off: "Aus",
  switchOff: "Ausschalten",
  switchOn: "Einschalten",
  remove: "Entfernen",
  removeHint: "Der Empfänger bekommt keine Nachrichten mehr, und sein Schlüssel gilt nicht mehr.",
  removeNow: "Webhook entfernen",
  unknownFault: "keine Antwort",
  eventNames: {
    "report.opened": "Etwas wird zum ersten Mal gemeldet",
    "report.danger": "Etwas wird als Gefahr gemeldet",
    "appeal.opened": "Jemand widerspricht einer Entscheidung",
    "member.joined": "Jemand wird Mitglied",
    "post.created": "Ein Beitrag erscheint",
    "post.removed": "Ein Beitrag wird ausgeblendet oder gelöscht",
    "news.created": "Eine Neuigkeit erscheint"
  },
  faults: {
    connection: "keine Verbindung zum Empfänger",
    name: "die Adresse wurde nicht gefunden",
    private: "die Adresse ist nicht öffentlich",
    redirect: "der Empfänger leitet auf eine andere Adresse um, der wir nicht folgen",
    time: "keine Antwort innerhalb von 5\u00a0Sekunden"
  }
}

const fr: typeof en = {
  title: "Webhooks",
  lead: "Un webhook prévient un autre programme de ce qui se passe ici, par exemple une messagerie ou un outil de suivi. Il ne reçoit que le type d’événement et des numéros : ni nom, ni titre, ni texte.",
  none: "Il n’y a aucun webhook.",
  add: "Ajouter un webhook",
  url: "Adresse du destinataire",
  urlHint: "Une adresse https accessible depuis Internet.",
  events: "De quoi faut-il le prévenir ?",
  addNow: "Ajouter le webhook",
  secret: "Clé secrète du webhook",
  secretOnce:
    "Copiez la clé maintenant et donnez-la au destinataire : elle lui permet de vérifier que les messages viennent d’ici. Vous ne la reverrez plus.",
  back: "Tous les webhooks",
  told: "Événements",
  last: "Dernier message",
  noLast: "Aucun envoi pour l’instant",
  delivered: (status) => `Remis (réponse ${status})`,
  answered: (status) => `Échec : le destinataire a répondu ${status}`,
  failed: (why) => `Échec : ${why}`,
  failingSince: "En échec depuis le",
  switchedOff: "Désactivé le",
  off: "Désactivé",
  switchOff: "Désactiver",
  switchOn: "Réactiver",
  remove: "Supprimer",
  removeHint: "Le destinataire ne recevra plus de messages, et sa clé ne servira plus.",
  removeNow: "Supprimer le webhook",
  unknownFault: "aucune réponse",
  eventNames: {
    "report.opened": "Un contenu ou un membre est signalé pour la première fois",
    "report.danger": "Un signalement pour « danger » arrive",
    "appeal.opened": "Un membre dépose un recours",
    "member.joined": "Une personne s’inscrit",
    "post.created": "Un message est publié",
    "post.removed": "Un message est masqué ou supprimé",
    "news.created": "Une actualité est publiée"
  },
  faults: {
    connection: "pas de connexion au destinataire",
    name: "l’adresse est introuvable",
    private: "l’adresse n’est pas publique",
    redirect: "le destinataire renvoie vers une autre adresse, que nous ne suivons pas",
    time: "pas de réponse en 5 secondes"
  }
}

/** The page of webhooks, for admins. */
export const webhooks = { en, de, fr }
