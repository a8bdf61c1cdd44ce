import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import type { NotAllowed, RestrictedAction } from "../../../domain/accounts/CurrentUser.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import type { Rule } from "../../../domain/Issues.ts"
import type { TooManyRequests } from "../../../domain/Limits.ts"
import { type ActionUnfit, type AppealRefused, appealDays } from "../../../domain/moderation/Decision.ts"
import type { InvalidText, LeakFound } from "../../../domain/Text.ts"

type RuleOf<Tag> = Extract<Rule, { readonly _tag: Tag }>

/** The refusals of actions that pages offer; the others have the sentence of their status. */
const refusals = {
  becomeAdmin: "adminClosed",
  becomeExpert: "adminClosed",
  becomeFirstAdmin: "adminCode",
  becomeModerator: "adminClosed",
  becomeUser: "adminClosed",
  commentOnLocked: "locked",
  decideAppealOfOwnDecision: "otherModerator",
  decideOwn: "ownDecision",
  decideOwnAppeal: "ownDecision",
  demoteLastAdmin: "lastAdmin",
  leaveAsLastAdmin: "lastAdmin",
  reactToBlocker: "blocked",
  register: "closed",
  suspendLastAdmin: "lastAdmin"
} as const satisfies { readonly [Action in RestrictedAction]?: string }

type Offered = keyof typeof refusals

const isOffered = (action: RestrictedAction): action is Offered => Object.hasOwn(refusals, action)

const refused =
  (texts: Readonly<Record<(typeof refusals)[Offered], string>>) =>
  ({ action }: NotAllowed) =>
    isOffered(action) ? texts[refusals[action]] : undefined

/** The sentences about the rules of fields and about the errors of the domain that pages can meet, by their tags. */
export const en = {
  Blank: "Please fill in this field.",
  Length: ({ characters, max, min }: RuleOf<"Length">) =>
    `Please write ${min} to ${max} characters. Right now there are ${characters}.`,
  OneLine: "Please write a single line, without invisible characters.",
  Email: "Please enter an address like maria@example.org.",
  Letters: "Please use letters, digits, punctuation and single spaces, without < and >.",
  Marks: "Please use at most four accents on one letter.",
  Scripts: "Please use the letters of one alphabet only: letters of different alphabets can look the same.",
  SamePassword: "The new password must be a different one.",
  Number: "Please enter a number.",
  Range: ({ max, min }: RuleOf<"Range">) => `Please enter a number from ${min} to ${max}.`,
  Choice: "Please choose one of these.",
  IdempotencyConflict: "This form is being processed already. Please try again in a moment.",
  NotChosen: "Please choose the disease from the list, or leave the field empty.",
  NoReason: "Please say what is wrong.",
  Time: "Please enter a date and a time.",
  UsernameTaken: "Someone has this name already. Please choose another one.",
  EmailTaken: "There is an account with this address already. Please sign in, or use another address.",
  WrongLogin: "The address or the password is wrong.",
  WrongPassword: "This isn’t your password. Nothing was changed.",
  UntilPassed: "Please choose a time in the future.",
  ExpiryPassed: "Please choose a time in the future.",
  InvalidText: ({ tooLong }: InvalidText) =>
    tooLong === undefined
      ? "Nothing would be left of this text, because we remove everything in it. Please write it in plain words."
      : `Please write 1 to ${tooLong.max} characters. Right now there are ${tooLong.characters}.`,
  TooCostly: "This text has too much formatting. Please use less of it, or split the text.",
  NestedTooDeep: "This text has too much formatting. Please use less of it, or split the text.",
  LeakFound: ({ what }: LeakFound) =>
    what === "email"
      ? "The text contains your email address. Please take it out: everyone could read it."
      : "The text contains a secret key. Please take it out, and delete the key in your settings.",
  UnknownDiseases: "We don’t know this disease. Please search for it by its name.",
  TooManyRequests: ({ limit, retryAfterSeconds }: TooManyRequests) =>
    limit === "addressChanges"
      ? "You have given several new addresses today. Please try again tomorrow."
      : `That was too much at once. Please try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}.`,
  TooManyApiKeys: `You already have ${maxApiKeys} keys. Please delete one first.`,
  TooManyFollows: `You already follow ${maxFollows} posts, diseases and members. Please unfollow something first.`,
  LinkNotValid:
    "This link doesn’t work any more. Each link works once and for one hour, and only the newest one is valid. Please ask for a new one.",
  OwnReport: "You can’t report yourself or your own texts. You can edit or delete your texts.",
  ReportedAlready: "You have reported this already. We’re still deciding.",
  NothingToDecide: "There is nothing left to change here. Maybe someone else was faster.",
  AppealRefused: ({ why }: AppealRefused) =>
    ({
      again: "There is an appeal against this decision already.",
      nothingTaken: "You can’t appeal against this decision, because it doesn’t restrict you.",
      tooLate: `It is too late to appeal: you had ${appealDays} days.`,
      decided: "This appeal has been decided already."
    })[why],
  AccountSuspended: "Your account is suspended: you can read the decision and appeal, but not write.",
  NotAllowed: refused({
    adminCode:
      "There is no admin yet. To become the first, you need the one-time code that the server printed when it started.",
    adminClosed: "You can’t choose this role when you join. Please ask an admin for it.",
    closed: "Right now, only admins add new members.",
    locked: "This post is closed: nobody can reply any more.",
    blocked: "The author of this post has blocked you. You can read it, but you can’t reply to it or like it.",
    lastAdmin: "You are the only admin. Please make another member an admin first.",
    ownDecision: "Nobody decides about themselves or their own texts. Please leave it to someone else.",
    otherModerator: "You made this decision, so someone else has to decide on the appeal."
  }),
  InvalidCursor: "This address doesn’t lead to a page of this list. Please start with the first one.",
  NothingToRank: "Only a search can be sorted by best match. Please enter some words.",
  PhenotypesMisused: "Please search either for a name or for symptoms. At least one symptom must be present.",
  FollowingOneself: "You can’t follow yourself.",
  HelpingOneself: "This is your own reply. Please choose one of another member.",
  UnknownReplyTo: "The reply you’re answering is no longer there. Please reply to the post instead.",
  BlockingOneself: "You can’t block yourself.",
  ActionUnfit: ({ why }: ActionUnfit) =>
    why === "all"
      ? "Please confirm that it’s about all texts of the member."
      : "This decision doesn’t fit here. Please choose another one. Only a suspension can have an end date.",
  MailOff: "This community sends no emails. Please ask the people who run it for a new password.",
  ExceedsCredential: "A key can’t create a key that may do more than it may itself.",
  ApiKeyExpired: "This key has expired. Please make a new one.",
  ForeignForm: "This form was sent from another website. Please open the page here and send it again.",
  VerificationRequestChanged: "The member has changed the request in the meantime. Please read it again.",
  Unavailable: "The server can’t answer right now. Please try again in a moment."
}

/** The facts of each fault that its sentences depend on. */
export type Facts = {
  readonly [Tag in keyof typeof en]: (typeof en)[Tag] extends (facts: infer Given) => unknown ? Given : unknown
}

export type Text<Given> = string | ((facts: Given) => string | undefined)
export type Translations = { readonly [Tag in keyof Facts]: Text<Facts[Tag]> }

export const de: Translations = {
  Blank: "Bitte füllen Sie dieses Feld aus.",
  Length: ({ characters, max, min }) => `Bitte schreiben Sie ${min} bis ${max} Zeichen. Jetzt sind es ${characters}.`,
  OneLine: "Bitte schreiben Sie nur eine Zeile, ohne unsichtbare Zeichen.",
  Email: "Bitte geben Sie eine Adresse wie maria@example.org ein.",
  Letters: "Bitte verwenden Sie nur Buchstaben, Ziffern, Satzzeichen und einzelne Leerzeichen, ohne < und >.",
  Marks: "Bitte setzen Sie höchstens vier Akzente auf einen Buchstaben.",
  Scripts:
    "Bitte verwenden Sie nur Buchstaben eines Alphabets: Buchstaben verschiedener Alphabete kann man leicht verwechseln.",
  SamePassword: "Das neue Passwort muss ein anderes sein.",
  Number: "Bitte geben Sie eine Zahl ein.",
  Range: ({ max, min }) => `Bitte geben Sie eine Zahl von ${min} bis ${max} ein.`,
  Choice: "Bitte wählen Sie eine der Möglichkeiten.",
  IdempotencyConflict: "Wir verarbeiten dieses Formular gerade schon. Bitte versuchen Sie es gleich noch einmal.",
  NotChosen: "Bitte wählen Sie die Erkrankung aus der Liste, oder lassen Sie das Feld leer.",
  NoReason: "Bitte sagen Sie, was nicht stimmt.",
  Time: "Bitte geben Sie Datum und Uhrzeit ein.",
  UsernameTaken: "Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.",
  EmailTaken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere Adresse.",
  WrongLogin: "Adresse oder Passwort ist falsch.",
  WrongPassword: "Das ist nicht Ihr Passwort. Es wurde nichts geändert.",
  UntilPassed: "Bitte wählen Sie einen Zeitpunkt in der Zukunft.",
  ExpiryPassed: "Bitte wählen Sie einen Zeitpunkt in der Zukunft.",
  InvalidText: ({ tooLong }) =>
    tooLong === undefined
      ? "Von diesem Text bliebe nichts übrig, weil wir alles darin entfernen. Bitte schreiben Sie ihn in einfachen Worten."
      : `Bitte schreiben Sie 1 bis ${tooLong.max} Zeichen. Jetzt sind es ${tooLong.characters}.`,
  TooCostly: "Dieser Text ist zu stark formatiert. Bitte formatieren Sie weniger, oder teilen Sie den Text auf.",
  NestedTooDeep: "Dieser Text ist zu stark formatiert. Bitte formatieren Sie weniger, oder teilen Sie den Text auf.",
  LeakFound: ({ what }) =>
    what === "email"
      ? "Der Text enthält Ihre E-Mail-Adresse. Nehmen Sie sie heraus, denn alle könnten sie lesen."
      : "Der Text enthält einen geheimen Schlüssel. Nehmen Sie ihn heraus und löschen Sie den Schlüssel in Ihren Einstellungen.",
  UnknownDiseases: "Diese Erkrankung kennen wir nicht. Bitte suchen Sie nach ihrem Namen.",
  TooManyRequests: ({ limit, retryAfterSeconds }) =>
    limit === "addressChanges"
      ? "Sie haben heute schon mehrmals eine neue Adresse angegeben. Bitte versuchen Sie es morgen noch einmal."
      : `Das war zu viel auf einmal. Bitte versuchen Sie es in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "Sekunde" : "Sekunden"} noch einmal.`,
  TooManyApiKeys: `Sie haben schon ${maxApiKeys} Schlüssel. Bitte löschen Sie zuerst einen.`,
  TooManyFollows: `Sie folgen schon ${maxFollows} Beiträgen, Erkrankungen und Mitgliedern. Bitte hören Sie zuerst auf, einem davon zu folgen.`,
  LinkNotValid:
    "Dieser Link funktioniert nicht mehr. Jeder Link gilt nur einmal und eine Stunde lang, und nur der neueste gilt. Bitte fordern Sie einen neuen an.",
  OwnReport:
    "Sie können sich selbst und Ihre eigenen Texte nicht melden. Ihre Texte können Sie bearbeiten oder löschen.",
  ReportedAlready: "Das haben Sie schon gemeldet. Wir haben noch nicht darüber entschieden.",
  NothingToDecide: "Hier gibt es nichts mehr zu ändern. Vielleicht war jemand anderes schneller.",
  AppealRefused: ({ why }) =>
    ({
      again: "Gegen diese Entscheidung gibt es schon einen Widerspruch.",
      nothingTaken: "Gegen diese Entscheidung können Sie nicht widersprechen, weil sie Sie nicht einschränkt.",
      tooLate: `Für einen Widerspruch ist es zu spät: Sie hatten ${appealDays} Tage Zeit.`,
      decided: "Über diesen Widerspruch wurde schon entschieden."
    })[why],
  AccountSuspended:
    "Ihr Konto ist gesperrt: Sie können die Entscheidung lesen und widersprechen, aber nichts schreiben.",
  NotAllowed: refused({
    adminCode:
      "Noch verwaltet niemand diese Gemeinschaft. Dazu brauchen Sie den Einmal-Code, den der Server beim Start angezeigt hat.",
    adminClosed: "Diese Rolle können Sie nicht selbst wählen. Bitten Sie einen Admin darum.",
    closed: "Neue Mitglieder fügen zurzeit nur die Admins hinzu.",
    locked: "Dieser Beitrag ist geschlossen: Niemand kann mehr antworten.",
    blocked:
      "Wer diesen Beitrag geschrieben hat, hat Sie blockiert. Sie können den Beitrag lesen, aber nicht darauf antworten und ihm kein „Gefällt mir“ geben.",
    lastAdmin: "Sie verwalten die Gemeinschaft allein. Bitte geben Sie zuerst einem anderen Mitglied diese Rolle.",
    ownDecision: "Über sich selbst und eigene Texte entscheidet niemand. Bitte überlassen Sie das anderen.",
    otherModerator: "Sie haben selbst entschieden. Über den Widerspruch entscheidet deshalb jemand anderes."
  }),
  InvalidCursor: "Diese Adresse führt zu keiner Seite dieser Liste. Bitte beginnen Sie mit der ersten.",
  NothingToRank: "Nach den besten Treffern lässt sich nur eine Suche ordnen. Bitte geben Sie Wörter ein.",
  PhenotypesMisused:
    "Bitte suchen Sie entweder nach einem Namen oder nach Symptomen. Mindestens ein Symptom muss vorhanden sein.",
  FollowingOneself: "Sie können sich nicht selbst folgen.",
  HelpingOneself: "Das ist Ihre eigene Antwort. Bitte wählen Sie eine von einem anderen Mitglied.",
  UnknownReplyTo:
    "Die Antwort, auf die Sie antworten, gibt es nicht mehr. Bitte antworten Sie stattdessen auf den Beitrag.",
  BlockingOneself: "Sie können sich nicht selbst blockieren.",
  ActionUnfit: ({ why }) =>
    why === "all"
      ? "Bitte bestätigen Sie, dass es um alle Texte des Mitglieds geht."
      : "Diese Entscheidung passt hier nicht. Bitte wählen Sie eine andere. Nur eine Sperre kann befristet sein.",
  MailOff: "Diese Gemeinschaft verschickt keine E-Mails. Bitten Sie die Betreiber um ein neues Passwort.",
  ExceedsCredential: "Ein Schlüssel kann keinen anlegen, der mehr darf als er selbst.",
  ApiKeyExpired: "Dieser Schlüssel ist abgelaufen. Bitte erstellen Sie einen neuen.",
  ForeignForm:
    "Dieses Formular kam von einer anderen Website. Bitte öffnen Sie die Seite hier und senden Sie es noch einmal.",
  VerificationRequestChanged: "Das Mitglied hat den Antrag inzwischen geändert. Bitte lesen Sie ihn noch einmal.",
  Unavailable: "Der Server kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."
}

export const fr: Translations = {
  Blank: "Veuillez remplir ce champ.",
  Length: ({ characters, max, min }) => `Écrivez de ${min} à ${max} caractères. Il y en a ${characters}.`,
  OneLine: "Écrivez une seule ligne, sans caractères invisibles.",
  Email: "Saisissez une adresse comme maria@example.org.",
  Letters: "Utilisez des lettres, des chiffres, de la ponctuation et des espaces simples, sans < ni >.",
  Marks: "Mettez au plus quatre accents sur une lettre.",
  Scripts: "Utilisez les lettres d’un seul alphabet : celles d’alphabets différents peuvent se ressembler.",
  SamePassword: "Le nouveau mot de passe doit être différent.",
  Number: "Saisissez un nombre.",
  Range: ({ max, min }) => `Saisissez un nombre de ${min} à ${max}.`,
  Choice: "Veuillez choisir une des possibilités.",
  IdempotencyConflict: "Nous traitons déjà ce formulaire. Réessayez dans un instant.",
  NotChosen: "Veuillez choisir la maladie dans la liste, ou laisser le champ vide.",
  NoReason: "Veuillez dire ce qui ne va pas.",
  Time: "Indiquez une date et une heure.",
  UsernameTaken: "Ce nom existe déjà. Veuillez en choisir un autre.",
  EmailTaken: "Il y a déjà un compte avec cette adresse. Connectez-vous, ou prenez une autre adresse.",
  WrongLogin: "L’adresse ou le mot de passe est incorrect.",
  WrongPassword: "Ce n’est pas votre mot de passe. Rien n’a été changé.",
  UntilPassed: "Choisissez une date à venir.",
  ExpiryPassed: "Choisissez une date à venir.",
  InvalidText: ({ tooLong }) =>
    tooLong === undefined
      ? "Il ne resterait rien de ce texte, car nous retirons tout ce qu’il contient. Écrivez-le avec des mots simples."
      : `Écrivez de 1 à ${tooLong.max} caractères. Il y en a ${tooLong.characters}.`,
  TooCostly: "La mise en forme de ce texte est trop compliquée. Veuillez la simplifier, ou diviser le texte.",
  NestedTooDeep: "La mise en forme de ce texte est trop compliquée. Veuillez la simplifier, ou diviser le texte.",
  LeakFound: ({ what }) =>
    what === "email"
      ? "Le texte contient votre adresse e‑mail. Retirez-la, car tout le monde pourrait la lire."
      : "Le texte contient une clé secrète. Retirez-la du texte, puis supprimez la clé dans vos réglages.",
  UnknownDiseases: "Nous ne connaissons pas cette maladie. Veuillez la chercher par son nom.",
  TooManyRequests: ({ limit, retryAfterSeconds }) =>
    limit === "addressChanges"
      ? "Vous avez déjà donné plusieurs nouvelles adresses aujourd’hui. Réessayez demain."
      : `Trop de demandes d’un coup. Réessayez dans ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "seconde" : "secondes"}.`,
  TooManyApiKeys: `Vous avez déjà ${maxApiKeys} clés. Supprimez-en d’abord une.`,
  TooManyFollows: `Vous suivez déjà ${maxFollows} messages, maladies et membres. Arrêtez d’abord d’en suivre un.`,
  LinkNotValid:
    "Ce lien ne fonctionne plus. Chaque lien sert une seule fois, pendant une heure, et seul le plus récent est valable. Demandez-en un nouveau.",
  OwnReport:
    "Vous ne pouvez ni vous signaler vous-même ni signaler vos propres textes. Vous pouvez les modifier ou les supprimer.",
  ReportedAlready: "Vous l’avez déjà signalé. Nous n’avons pas encore décidé.",
  NothingToDecide: "Il n’y a plus rien à changer ici. Quelqu’un d’autre a peut-être été plus rapide.",
  AppealRefused: ({ why }) =>
    ({
      again: "Il y a déjà un recours contre cette décision.",
      nothingTaken: "Vous ne pouvez pas contester cette décision, car elle ne vous limite en rien.",
      tooLate: `Il est trop tard pour un recours : vous aviez ${appealDays} jours.`,
      decided: "Ce recours a déjà été traité."
    })[why],
  AccountSuspended: "Votre compte est suspendu : vous pouvez lire la décision et faire un recours, mais pas écrire.",
  NotAllowed: refused({
    adminCode:
      "Personne n’administre encore cette communauté. Pour le faire, il faut le code que le serveur a affiché à son démarrage.",
    adminClosed: "Vous ne pouvez pas choisir ce rôle vous-même. Demandez-le à un administrateur.",
    closed: "Pour l’instant, seuls les administrateurs ajoutent des membres.",
    locked: "Ce message est fermé : personne ne peut plus y répondre.",
    blocked: "La personne qui a écrit ce message vous a bloqué. Vous pouvez le lire, mais pas y répondre ni l’aimer.",
    lastAdmin: "Personne d’autre n’administre la communauté. Veuillez d’abord donner ce rôle à un autre membre.",
    ownDecision: "On ne décide pas de son propre cas ni de ses propres textes. Laissez cela à quelqu’un d’autre.",
    otherModerator: "Vous avez pris cette décision : quelqu’un d’autre décidera du recours."
  }),
  InvalidCursor: "Cette adresse ne mène à aucune page de cette liste. Veuillez commencer par la première.",
  NothingToRank: "Seule une recherche peut être classée par pertinence. Veuillez saisir des mots.",
  PhenotypesMisused: "Veuillez chercher soit un nom, soit des symptômes. Au moins un symptôme doit être présent.",
  FollowingOneself: "Vous ne pouvez pas vous suivre vous-même.",
  HelpingOneself: "C’est votre propre réponse. Veuillez en choisir une d’un autre membre.",
  UnknownReplyTo: "La réponse à laquelle vous répondez n’existe plus. Répondez plutôt au message.",
  BlockingOneself: "Vous ne pouvez pas vous bloquer vous-même.",
  ActionUnfit: ({ why }) =>
    why === "all"
      ? "Veuillez confirmer qu’il s’agit de tous les textes du membre."
      : "Cette décision ne convient pas ici. Veuillez en choisir une autre. Seule une suspension peut avoir une date de fin.",
  MailOff: "Cette communauté n’envoie pas d’e‑mails. Demandez un nouveau mot de passe à ceux qui la gèrent.",
  ExceedsCredential: "Une clé ne peut pas en créer une qui permet plus qu’elle-même.",
  ApiKeyExpired: "Cette clé a expiré. Veuillez en créer une nouvelle.",
  ForeignForm: "Ce formulaire vient d’un autre site. Ouvrez la page ici et envoyez-le de nouveau.",
  VerificationRequestChanged: "Le membre a modifié sa demande entre-temps. Veuillez la relire.",
  Unavailable: "Le serveur ne peut pas répondre pour le moment. Réessayez dans un instant."
}
