import { Predicate } from "effect"
import type { WireError } from "../../../api/WireErrors.ts"
import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import type { NotAllowed, RestrictedAction } from "../../../domain/accounts/CurrentUser.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import { InvalidInput, type Rule } from "../../../domain/Issues.ts"
import type { TooManyRequests } from "../../../domain/Limits.ts"
import { type ActionUnfit, type AppealRefused, appealDays } from "../../../domain/moderation/Decision.ts"
import type { InvalidText, LeakFound } from "../../../domain/Text.ts"
import type { Language } from "../Languages.ts"

type RuleOf<Tag> = Extract<Rule, { readonly _tag: Tag }>

/** The refusals of actions that pages offer. The sentences about other actions are English. */
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
const de = {
  Blank: "Bitte füllen Sie dieses Feld aus.",
  Length: ({ characters, max, min }: RuleOf<"Length">) =>
    `Bitte ${min} bis ${max} Zeichen. Jetzt sind es ${characters}.`,
  OneLine: "Bitte nur eine Zeile, ohne Steuerzeichen.",
  Email: "Bitte eine Adresse wie maria@example.org.",
  Letters: "Bitte Buchstaben, Ziffern, Satzzeichen und einzelne Leerzeichen, ohne < und >.",
  Marks: "Höchstens vier Zeichen auf einem Buchstaben.",
  Scripts:
    "Bitte nur Buchstaben einer Schrift: In verschiedenen Schriften sehen sich Buchstaben zum Verwechseln ähnlich.",
  SamePassword: "Das neue Passwort muss ein anderes sein.",
  Number: "Bitte eine Zahl.",
  Range: ({ max, min }: RuleOf<"Range">) => `Bitte eine Zahl von ${min} bis ${max}.`,
  Choice: "Bitte wählen Sie eine der Möglichkeiten.",
  IdempotencyConflict: "Dieses Formular wird gerade schon verarbeitet. Bitte versuchen Sie es gleich noch einmal.",
  NotChosen: "Bitte wählen Sie die Krankheit aus der Liste, oder lassen Sie das Feld leer.",
  NoReason: "Bitte sagen Sie, was nicht stimmt.",
  Time: "Bitte einen Tag und eine Uhrzeit.",
  UsernameTaken: "Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.",
  EmailTaken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere.",
  WrongLogin: "E-Mail-Adresse oder Passwort ist falsch.",
  WrongPassword: "Das ist nicht Ihr Passwort. Es wurde nichts geändert.",
  UntilPassed: "Dieser Zeitpunkt muss in der Zukunft liegen.",
  ExpiryPassed: "Dieser Zeitpunkt muss in der Zukunft liegen.",
  InvalidText: ({ tooLong }: InvalidText) =>
    tooLong === undefined
      ? "Von diesem Text bliebe nichts übrig, denn er besteht nur aus Teilen, die wir entfernen."
      : `Bitte 1 bis ${tooLong.max} Zeichen. Jetzt sind es ${tooLong.characters}.`,
  TooCostly: "Dieser Text ist zu verschachtelt. Bitte nehmen Sie weniger Zeichen zur Gestaltung, oder teilen Sie ihn.",
  NestedTooDeep:
    "Dieser Text ist zu verschachtelt. Bitte nehmen Sie weniger Zeichen zur Gestaltung, oder teilen Sie ihn.",
  LeakFound: ({ what }: LeakFound) =>
    what === "email"
      ? "Der Text enthält Ihre E-Mail-Adresse. Nehmen Sie sie heraus, denn alle könnten sie lesen."
      : "Der Text enthält einen geheimen Schlüssel. Nehmen Sie ihn heraus, und widerrufen Sie ihn.",
  UnknownDiseases: "Diese Krankheit kennen wir nicht. Bitte suchen Sie sie mit ihrem Namen.",
  TooManyRequests: ({ limit, retryAfterSeconds }: TooManyRequests) =>
    limit === "addressChanges"
      ? "Sie haben heute schon mehrmals eine neue Adresse angegeben. Bitte versuchen Sie es morgen noch einmal."
      : `Das war zu viel auf einmal. Bitte versuchen Sie es in ${retryAfterSeconds} Sekunden noch einmal.`,
  TooManyApiKeys: `Sie haben schon ${maxApiKeys} Schlüssel. Bitte widerrufen Sie zuerst einen.`,
  TooManyFollows: `Sie folgen schon ${maxFollows} Beiträgen, Krankheiten und Mitgliedern. Bitte beenden Sie zuerst etwas davon.`,
  LinkNotValid:
    "Dieser Link gilt nicht mehr. Er gilt einmal und eine Stunde lang, und nur der neueste. Fordern Sie einen neuen an.",
  OwnReport: "Sich selbst und eigene Texte kann man nicht melden. Sie können Ihre Texte ändern oder löschen.",
  ReportedAlready: "Das haben Sie schon gemeldet. Wir entscheiden noch darüber.",
  NothingToDecide: "Hier gibt es nichts mehr zu ändern. Vielleicht war jemand anderes schneller.",
  AppealRefused: ({ why }: AppealRefused) =>
    ({
      again: "Gegen diese Entscheidung gibt es schon einen Einspruch.",
      nothingTaken: "Diese Entscheidung hat Ihnen nichts genommen.",
      tooLate: `Ein Einspruch ist ${appealDays} Tage lang möglich. Sie sind vorbei.`,
      decided: "Über diesen Einspruch ist schon entschieden."
    })[why],
  NotAllowed: refused({
    adminCode:
      "Es gibt noch keine Verwaltung. Wer sie übernimmt, braucht den Einmal-Code, den der Server beim Start zeigt.",
    adminClosed: "Diese Rolle steht bei der Anmeldung nicht offen. Bitten Sie die Verwaltung darum.",
    closed: "Neue Konten gibt es zurzeit nur über die Verwaltung.",
    locked: "Dieser Beitrag ist geschlossen: Er nimmt keine Antworten mehr an.",
    blocked: "Wer diesen Beitrag schrieb, hat Sie gesperrt. Sie können ihn lesen, aber nicht antworten.",
    lastAdmin: "Sie sind allein in der Verwaltung. Bitte machen Sie zuerst ein anderes Mitglied dazu.",
    ownDecision: "Über sich selbst und eigene Texte entscheidet niemand. Bitte überlassen Sie das anderen.",
    otherModerator: "Über einen Einspruch entscheidet jemand anderes als zuvor."
  }),
  InvalidCursor: "Diese Adresse führt zu keiner Seite dieser Liste. Bitte beginnen Sie mit der ersten.",
  NothingToRank: "Nach Treffern ordnet man nur eine Suche. Bitte geben Sie Wörter ein.",
  PhenotypesMisused: "Bitte suchen Sie entweder einen Namen oder Anzeichen, darunter eines, das da ist.",
  FollowingOneself: "Sich selbst kann man nicht folgen.",
  BlockingOneself: "Sich selbst kann man nicht blockieren.",
  ActionUnfit: ({ why }: ActionUnfit) =>
    why === "all"
      ? "Bitte bestätigen Sie, dass es um alle Texte des Mitglieds geht."
      : "Diese Entscheidung passt nicht dazu. Bitte wählen Sie eine andere; ein Ende hat nur eine Sperre.",
  MailOff: "Diese Gemeinschaft verschickt keine Mails. Bitten Sie die Betreiber um ein neues Passwort.",
  ExceedsCredential: "Ein Schlüssel kann keinen anlegen, der mehr darf als er selbst.",
  ApiKeyExpired: "Dieser Schlüssel ist abgelaufen. Bitte legen Sie einen neuen an.",
  Unavailable: "Der Server kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."
}

/** The facts of each fault that its sentences depend on. */
type Facts = {
  readonly [Tag in keyof typeof de]: (typeof de)[Tag] extends (facts: infer Given) => unknown ? Given : unknown
}

type Text<Given> = string | ((facts: Given) => string | undefined)

type Translations = { readonly [Tag in keyof Facts]: Text<Facts[Tag]> }

const fr: Translations = {
  Blank: "Veuillez remplir ce champ.",
  Length: ({ characters, max, min }) => `Il faut de ${min} à ${max} caractères. Il y en a ${characters}.`,
  OneLine: "Il faut une seule ligne, sans caractères de contrôle.",
  Email: "Il faut une adresse comme maria@example.org.",
  Letters: "Il faut des lettres, des chiffres, de la ponctuation et des espaces simples, sans < ni >.",
  Marks: "Quatre signes au plus sur une lettre.",
  Scripts: "Il faut les lettres d’une seule écriture : des lettres d’écritures différentes se ressemblent.",
  SamePassword: "Le nouveau mot de passe doit être un autre.",
  Number: "Il faut un nombre.",
  Range: ({ max, min }) => `Il faut un nombre de ${min} à ${max}.`,
  Choice: "Veuillez choisir une des possibilités.",
  IdempotencyConflict: "Ce formulaire est déjà en cours de traitement. Veuillez réessayer bientôt.",
  NotChosen: "Veuillez choisir la maladie dans la liste, ou laisser le champ vide.",
  NoReason: "Veuillez dire ce qui ne va pas.",
  Time: "Il faut un jour et une heure.",
  UsernameTaken: "Ce nom existe déjà. Veuillez en choisir un autre.",
  EmailTaken: "Il y a déjà un compte avec cette adresse. Connectez-vous, ou prenez-en une autre.",
  WrongLogin: "L’adresse e-mail ou le mot de passe est faux.",
  WrongPassword: "Ce n’est pas votre mot de passe. Rien n’a été changé.",
  UntilPassed: "Ce moment doit être dans le futur.",
  ExpiryPassed: "Ce moment doit être dans le futur.",
  InvalidText: ({ tooLong }) =>
    tooLong === undefined
      ? "Il ne resterait rien de ce texte : il n’a que des parties que nous retirons."
      : `Il faut de 1 à ${tooLong.max} caractères. Il y en a ${tooLong.characters}.`,
  TooCostly: "Ce texte est trop imbriqué. Veuillez utiliser moins de signes de mise en forme, ou le partager.",
  NestedTooDeep: "Ce texte est trop imbriqué. Veuillez utiliser moins de signes de mise en forme, ou le partager.",
  LeakFound: ({ what }) =>
    what === "email"
      ? "Le texte contient votre adresse e-mail. Retirez-la, car tout le monde pourrait la lire."
      : "Le texte contient une clé secrète. Retirez-la, et révoquez-la.",
  UnknownDiseases: "Nous ne connaissons pas cette maladie. Veuillez la chercher par son nom.",
  TooManyRequests: ({ limit, retryAfterSeconds }) =>
    limit === "addressChanges"
      ? "Vous avez déjà donné plusieurs nouvelles adresses aujourd’hui. Veuillez réessayer demain."
      : `C’était trop à la fois. Veuillez réessayer dans ${retryAfterSeconds} secondes.`,
  TooManyApiKeys: `Vous avez déjà ${maxApiKeys} clés. Veuillez d’abord en révoquer une.`,
  TooManyFollows: `Vous suivez déjà ${maxFollows} messages, maladies et membres. Veuillez d’abord en retirer.`,
  LinkNotValid:
    "Ce lien n’est plus valable. Il sert une fois, pendant une heure, et seul le dernier compte. Demandez-en un autre.",
  OwnReport: "On ne peut pas signaler soi-même ni ses propres textes. Vous pouvez les changer ou les effacer.",
  ReportedAlready: "Vous l’avez déjà signalé. Nous allons décider.",
  NothingToDecide: "Il n’y a plus rien à changer ici. Quelqu’un d’autre a peut-être été plus rapide.",
  AppealRefused: ({ why }) =>
    ({
      again: "Il y a déjà un recours contre cette décision.",
      nothingTaken: "Cette décision ne vous a rien retiré.",
      tooLate: `Un recours est possible pendant ${appealDays} jours, qui sont passés.`,
      decided: "Ce recours est déjà décidé."
    })[why],
  NotAllowed: refused({
    adminCode:
      "Il n’y a pas encore d’administration. Pour la prendre, il faut le code que le serveur montre à son démarrage.",
    adminClosed: "Ce rôle n’est pas ouvert à l’inscription. Demandez-le à l’administration.",
    closed: "Pour l’instant, seule l’administration ouvre de nouveaux comptes.",
    locked: "Ce message est fermé : il n’accepte plus de réponses.",
    blocked: "La personne qui a écrit ce message vous a bloqué. Vous pouvez le lire, mais pas répondre.",
    lastAdmin: "Vous êtes seul à administrer. Veuillez d’abord nommer un autre membre.",
    ownDecision: "Personne ne décide de soi-même ni de ses propres textes. Laissez cela à quelqu’un d’autre.",
    otherModerator: "Une autre personne que la première décide d’un recours."
  }),
  InvalidCursor: "Cette adresse ne mène à aucune page de cette liste. Veuillez commencer par la première.",
  NothingToRank: "On ne classe par pertinence qu’une recherche. Veuillez saisir des mots.",
  PhenotypesMisused: "Veuillez chercher soit un nom, soit des signes, dont un qui est présent.",
  FollowingOneself: "On ne peut pas se suivre soi-même.",
  BlockingOneself: "On ne peut pas se bloquer soi-même.",
  ActionUnfit: ({ why }) =>
    why === "all"
      ? "Veuillez confirmer qu’il s’agit de tous les textes du membre."
      : "Cette décision ne convient pas ici. Veuillez en choisir une autre ; seule une suspension a une fin.",
  MailOff: "Cette communauté n’envoie pas de courriels. Demandez un nouveau mot de passe à ceux qui la gèrent.",
  ExceedsCredential: "Une clé ne peut pas en créer une qui permet plus qu’elle-même.",
  ApiKeyExpired: "Cette clé a expiré. Veuillez en créer une nouvelle.",
  Unavailable: "Le serveur ne peut pas répondre pour le moment. Veuillez réessayer bientôt."
}

/** The sentences of the API are English: these pages show them as they are. */
const translations: Readonly<Record<Language, Translations | undefined>> = { en: undefined, de, fr }

/** An error of the domain that has a translation: pages fail with no other. */
export type TranslatedError = {
  readonly [Tag in keyof Facts]: { readonly _tag: Tag; readonly message: string } & Facts[Tag]
}[keyof Facts]

/** One fault of a request: the sentence of the API, the same in the language of the page, and the field that it is about. */
export interface Fault {
  readonly sentence: string
  readonly translated: string | undefined
  readonly field: string | undefined
}

const say = <Given>(text: Text<Given>, facts: Given) => (typeof text === "function" ? text(facts) : text)

const translate = <Tag extends keyof Facts>(texts: Translations, tag: Tag, facts: Facts[Tag]) => say(texts[tag], facts)

const isTranslated = (fault: unknown): fault is TranslatedError =>
  Predicate.hasProperty(fault, "_tag") && Predicate.isString(fault._tag) && Object.hasOwn(de, fault._tag)

/** The faults for which a request was refused. */
export const faultsOf = (
  language: Language,
  { cause, message }: Pick<WireError, "cause" | "message">
): ReadonlyArray<Fault> => {
  const texts = translations[language]
  const translated = (facts: Rule | TranslatedError | undefined) =>
    texts && facts && translate(texts, facts._tag, facts)
  if (cause instanceof InvalidInput) {
    return cause.faults.map(({ field, rule, sentence }) => ({ sentence, field, translated: translated(rule) }))
  }
  const field = Predicate.hasProperty(cause, "field") && Predicate.isString(cause.field) ? cause.field : undefined
  return [{ sentence: message, field, translated: translated(isTranslated(cause) ? cause : undefined) }]
}
