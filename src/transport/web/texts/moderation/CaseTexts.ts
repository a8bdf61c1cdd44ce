import type { ActionOn, TargetType } from "../../../../domain/moderation/Target.ts"

/** Each action in words, by the type of its target. */
export type ActTexts = { readonly [Type in TargetType]: { readonly [Action in ActionOn<Type>]: string } }

const en = {
  forAnother: "Waiting for another moderator",
  reviewRule: "First posts are checked",
  reviewReason:
    "Moderators check the first posts and replies of every new member. They appear once a moderator has seen them. You don’t need to do anything.",
  waits: "This is one of the first texts of a new member. Nobody else can see it yet.",
  publish: "Publish",
  notYet: "Not yet",
  notYetWhy: "What should they change?",
  notYetHint: "The member will read this sentence, and can change the text. It stays hidden until you show it.",
  keepHidden: "Keep it hidden",
  titles: { post: "Review a post", comment: "Review a reply", user: "Review a member" },
  gone: "It was deleted. You can still close the reports.",
  next: "Decided. This is the next case.",
  thread: "Post and replies",
  reports: "Reports",
  noReports: "No open reports.",
  whoWrote: "Author",
  suspendedUntil: "Suspended until",
  suspended: "Suspended indefinitely",
  before: "Previous decisions",
  nothingBefore: "There are no previous decisions.",
  allBefore: "All decisions about this member",
  own: "This is about you or something you wrote. Another moderator decides.",
  nothingToDo: "There is nothing to decide here now.",
  acts: {
    post: {
      none: "Take no action, and close the reports",
      hide: "Hide this post",
      restore: "Show this post again",
      publish: "Publish this post",
      lock: "Close this post to new replies",
      unlock: "Open this post for replies again"
    },
    comment: {
      none: "Take no action, and close the reports",
      hide: "Hide this reply",
      restore: "Show this reply again",
      publish: "Publish this reply"
    },
    user: {
      none: "Take no action, and close the reports",
      hide: "Hide everything this member has written",
      restore: "Restore everything this member has written",
      suspend: "Suspend this member",
      unsuspend: "Lift the suspension"
    }
  } satisfies ActTexts,
  taken: {
    post: {
      none: "Post left as it was",
      hide: "Post hidden",
      restore: "Post shown again",
      publish: "Post published",
      lock: "Post closed for replies",
      unlock: "Post open for replies again"
    },
    comment: {
      none: "Reply left as it was",
      hide: "Reply hidden",
      restore: "Reply shown again",
      publish: "Reply published"
    },
    user: {
      none: "No action taken against the member",
      hide: "Everything the member wrote was hidden",
      restore: "Everything the member wrote was shown again",
      suspend: "Member suspended",
      unsuspend: "Suspension lifted"
    }
  } satisfies ActTexts,
  suspendAgain: "Change when the suspension ends",
  listedRule: "Rule",
  listedRuleHint: "A section of the terms of use.",
  noListedRule: "Choose a rule",
  ownRule: "Rule in your own words (optional)",
  ownRuleHint: "Only if no rule in the list fits.",
  until: "Suspended until (optional)",
  untilHint: "Times are in UTC. Leave empty to suspend without an end date."
}

const de: typeof en = {
  forAnother: "Jemand anderes aus der Moderation muss entscheiden",
  reviewRule: "Erste Texte werden geprüft",
  reviewReason:
    "Bei neuen Mitgliedern prüft die Moderation die ersten Beiträge und Antworten. Danach erscheinen sie. Sie müssen nichts tun.",
  waits: "Das ist einer der ersten Texte eines neuen Mitglieds. Noch sieht ihn sonst niemand.",
  publish: "Veröffentlichen",
  notYet: "Noch nicht",
  notYetWhy: "Was soll anders werden?",
  notYetHint: "Diesen Satz liest das Mitglied, und kann den Text ändern. Er bleibt ausgeblendet, bis Sie ihn anzeigen.",
  keepHidden: "Ausgeblendet lassen",
  titles: {
    post: "Über einen Beitrag entscheiden",
    comment: "Über eine Antwort entscheiden",
    user: "Über ein Mitglied entscheiden"
  },
  gone: "Der Inhalt wurde gelöscht. Sie können die Meldungen noch schließen.",
  next: "Entschieden. Das ist der nächste Fall.",
  thread: "Gesprächsverlauf",
  reports: "Meldungen",
  noReports: "Keine offenen Meldungen.",
  whoWrote: "Verfasst von",
  suspendedUntil: "Gesperrt bis",
  suspended: "Unbefristet gesperrt",
  before: "Frühere Entscheidungen",
  nothingBefore: "Zu diesem Mitglied gibt es noch keine Entscheidungen.",
  allBefore: "Alle Entscheidungen über dieses Mitglied",
  own: "Hier geht es um Sie oder um einen Text von Ihnen. Jemand anderes entscheidet.",
  nothingToDo: "Hier gibt es gerade nichts zu entscheiden.",
  acts: {
    post: {
      none: "Diesen Beitrag so lassen und die Meldungen schließen",
      hide: "Diesen Beitrag ausblenden",
      restore: "Diesen Beitrag wieder anzeigen",
      publish: "Diesen Beitrag veröffentlichen",
      lock: "Diesen Beitrag für Antworten schließen",
      unlock: "Diesen Beitrag wieder für Antworten öffnen"
    },
    comment: {
      none: "Diese Antwort so lassen und die Meldungen schließen",
      hide: "Diese Antwort ausblenden",
      restore: "Diese Antwort wieder anzeigen",
      publish: "Diese Antwort veröffentlichen"
    },
    user: {
      none: "Bei diesem Mitglied nichts ändern und die Meldungen schließen",
      hide: "Alles ausblenden, was dieses Mitglied geschrieben hat",
      restore: "Alles wieder anzeigen, was dieses Mitglied geschrieben hat",
      suspend: "Dieses Mitglied sperren",
      unsuspend: "Die Sperre dieses Mitglieds aufheben"
    }
  },
  taken: {
    post: {
      none: "Beitrag unverändert",
      hide: "Beitrag ausgeblendet",
      restore: "Beitrag wieder angezeigt",
      publish: "Beitrag veröffentlicht",
      lock: "Beitrag für Antworten geschlossen",
      unlock: "Beitrag wieder offen für Antworten"
    },
    comment: {
      none: "Antwort unverändert",
      hide: "Antwort ausgeblendet",
      restore: "Antwort wieder angezeigt",
      publish: "Antwort veröffentlicht"
    },
    user: {
      none: "Keine Maßnahme gegen das Mitglied",
      hide: "Alle Texte des Mitglieds ausgeblendet",
      restore: "Alle Texte des Mitglieds wieder angezeigt",
      suspend: "Mitglied gesperrt",
      unsuspend: "Sperre aufgehoben"
    }
  },
  suspendAgain: "Ende der Sperre ändern",
  listedRule: "Regel",
  listedRuleHint: "Ein Abschnitt der Nutzungsbedingungen.",
  noListedRule: "Bitte wählen",
  ownRule: "Regel in eigenen Worten (optional)",
  ownRuleHint: "Nur wenn keine Regel aus der Liste passt.",
  until: "Gesperrt bis (optional)",
  untilHint: "Die Zeit in UTC. Ohne Angabe endet die Sperre nicht."
}

const fr: typeof en = {
  forAnother: "En attente de la décision d’un autre modérateur",
  reviewRule: "Les premiers textes sont vérifiés",
  reviewReason:
    "La modération vérifie les premiers messages et réponses des nouveaux membres. Ils apparaissent ensuite. Vous n’avez rien à faire.",
  waits: "C’est l’un des premiers textes d’un nouveau membre. Personne d’autre ne le voit encore.",
  publish: "Publier",
  notYet: "Pas encore",
  notYetWhy: "Que faut-il changer ?",
  notYetHint:
    "Le membre lira cette phrase et pourra modifier son texte. Celui-ci reste masqué jusqu’à ce que vous l’affichiez.",
  keepHidden: "Le laisser masqué",
  titles: {
    post: "Décision sur un message",
    comment: "Décision sur une réponse",
    user: "Décision sur un membre"
  },
  gone: "Le texte a été supprimé. Vous pouvez encore clore les signalements.",
  next: "C’est décidé. Voici le cas suivant.",
  thread: "Dans la discussion",
  reports: "Signalements",
  noReports: "Aucun signalement en attente.",
  whoWrote: "Auteur",
  suspendedUntil: "Suspendu jusqu’au",
  suspended: "Suspendu sans date de fin",
  before: "Décisions précédentes",
  nothingBefore: "Aucune décision concernant ce membre pour l’instant.",
  allBefore: "Toutes les décisions concernant ce membre",
  own: "Il s’agit de vous ou d’un de vos textes. Quelqu’un d’autre décidera.",
  nothingToDo: "Il n’y a rien à décider ici pour le moment.",
  acts: {
    post: {
      none: "Laisser ce message tel quel et clore les signalements",
      hide: "Masquer ce message",
      restore: "Afficher ce message de nouveau",
      publish: "Publier ce message",
      lock: "Ne plus accepter de réponses à ce message",
      unlock: "Accepter de nouveau des réponses à ce message"
    },
    comment: {
      none: "Laisser cette réponse telle quelle et clore les signalements",
      hide: "Masquer cette réponse",
      restore: "Afficher cette réponse de nouveau",
      publish: "Publier cette réponse"
    },
    user: {
      none: "Ne rien changer pour ce membre et clore les signalements",
      hide: "Masquer tout ce que ce membre a écrit",
      restore: "Afficher de nouveau tout ce que ce membre a écrit",
      suspend: "Suspendre ce membre",
      unsuspend: "Lever la suspension de ce membre"
    }
  },
  taken: {
    post: {
      none: "Message laissé tel quel",
      hide: "Message masqué",
      restore: "Message de nouveau affiché",
      publish: "Message publié",
      lock: "Message fermé aux réponses",
      unlock: "Message de nouveau ouvert aux réponses"
    },
    comment: {
      none: "Réponse laissée telle quelle",
      hide: "Réponse masquée",
      restore: "Réponse de nouveau affichée",
      publish: "Réponse publiée"
    },
    user: {
      none: "Aucune mesure contre le membre",
      hide: "Tous les textes du membre masqués",
      restore: "Tous les textes du membre de nouveau affichés",
      suspend: "Membre suspendu",
      unsuspend: "Suspension levée"
    }
  },
  suspendAgain: "Changer la date de fin de la suspension",
  listedRule: "Règle",
  listedRuleHint: "Le point des conditions d’utilisation qui est en cause.",
  noListedRule: "Choisir une règle",
  ownRule: "Ou formulez la règle vous-même (facultatif)",
  ownRuleHint: "Seulement si aucune règle de la liste ne convient.",
  until: "Suspendu jusqu’au (facultatif)",
  untilHint: "L’heure est en UTC. Sans date, la suspension n’a pas de fin."
}

/** The page on which a moderator decides about one case. */
export const cases = { en, de, fr }
