import { Struct } from "effect"
import type { Language } from "../Languages.ts"

/** The sentences of the API that forms meet, by what they say. */
const sentences = {
  blank: /must not be blank$/,
  length: /must be (\d+) to (\d+) characters, not (\d+)$/,
  oneLine: /must be one line without control characters$/,
  email: /must be an address such as/,
  letters: /must be letters, digits, punctuation/,
  marks: /must have at most four marks/,
  scripts: /must be written in one script/,
  usernameTaken: /^this username is taken/,
  emailTaken: /^this email is taken/,
  wrongLogin: /^email or password is wrong$/,
  wrongPassword: /^\w+ is not your password/,
  samePassword: /newPassword must differ/,
  number: /must be a (?:whole )?number(?: in plain decimal digits)?$/,
  range: /must be from (\d+) to (\d+)$/,
  choice: /must be .+; you sent/,
  time: /must be a time with its offset/,
  future: /must be in the future$/,
  filteredOut: /must hold more than content that is filtered out$/,
  costly: /^the Markdown (?:has|is|takes) |^the HTML of the Markdown would be/,
  secret: /holds (?:an API key|a session token)/,
  ownAddress: /holds the email address of its author/,
  disease: /names no disease we know/,
  tooMany: /^too many .*: try again in (\d+) s$/,
  keys: /^you have (\d+) API keys/,
  follows: /^you follow (\d+) posts/,
  adminCode: /^there is no admin yet/,
  adminClosed: /^the role \w+ is not open at registration/,
  closed: /^registration is closed/,
  locked: /^this post is locked/,
  blocked: /^the author of this post has blocked you/,
  lastAdmin: /^this is the only admin/,
  link: /^this link is not valid/,
  ownReport: /^you cannot report yourself/,
  reported: /^you have reported this/,
  nothingToDecide: /would change nothing|^there is no open report to close/,
  ownDecision: /^nobody decides (?:about themselves|on their own)/,
  otherModerator: /^another moderator than/,
  appealed: /^this decision has been appealed/,
  appealTooLate: /^a decision can be appealed for (\d+) days/,
  appealDecided: /^this appeal has been decided/,
  busy: /^the community cannot answer/
} as const

type Translations = Readonly<Record<keyof typeof sentences, string>>

const de: Translations = {
  blank: "Bitte füllen Sie dieses Feld aus.",
  length: "Bitte $1 bis $2 Zeichen. Jetzt sind es $3.",
  oneLine: "Bitte nur eine Zeile, ohne Steuerzeichen.",
  email: "Bitte eine Adresse wie maria@example.org.",
  letters: "Bitte Buchstaben, Ziffern, Satzzeichen und einzelne Leerzeichen, ohne < und >.",
  marks: "Höchstens vier Zeichen auf einem Buchstaben.",
  scripts:
    "Bitte nur Buchstaben einer Schrift: In verschiedenen Schriften sehen sich Buchstaben zum Verwechseln ähnlich.",
  usernameTaken: "Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.",
  emailTaken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere.",
  wrongLogin: "E-Mail-Adresse oder Passwort ist falsch.",
  wrongPassword: "Das ist nicht Ihr Passwort. Es wurde nichts geändert.",
  samePassword: "Das neue Passwort muss ein anderes sein.",
  number: "Bitte eine Zahl.",
  range: "Bitte eine Zahl von $1 bis $2.",
  choice: "Bitte wählen Sie eine der Möglichkeiten.",
  time: "Bitte einen Tag und eine Uhrzeit.",
  future: "Dieser Zeitpunkt muss in der Zukunft liegen.",
  filteredOut: "Von diesem Text bliebe nichts übrig, denn er besteht nur aus Teilen, die wir entfernen.",
  costly: "Dieser Text ist zu verschachtelt. Bitte nehmen Sie weniger Zeichen zur Gestaltung, oder teilen Sie ihn.",
  secret: "Der Text enthält einen geheimen Schlüssel. Nehmen Sie ihn heraus, und widerrufen Sie ihn.",
  ownAddress: "Der Text enthält Ihre E-Mail-Adresse. Nehmen Sie sie heraus, denn alle könnten sie lesen.",
  disease: "Diese Krankheit kennen wir nicht. Bitte suchen Sie sie mit ihrem Namen.",
  tooMany: "Das war zu viel auf einmal. Bitte versuchen Sie es in $1 Sekunden noch einmal.",
  keys: "Sie haben schon $1 Schlüssel. Bitte widerrufen Sie zuerst einen.",
  follows: "Sie folgen schon $1 Beiträgen, Krankheiten und Mitgliedern. Bitte beenden Sie zuerst etwas davon.",
  adminCode:
    "Es gibt noch keine Verwaltung. Wer sie übernimmt, braucht den Einmal-Code, den der Server beim Start zeigt.",
  adminClosed: "Diese Rolle steht bei der Anmeldung nicht offen. Bitten Sie die Verwaltung darum.",
  closed: "Neue Konten gibt es zurzeit nur über die Verwaltung.",
  locked: "Dieser Beitrag ist geschlossen: Er nimmt keine Antworten mehr an.",
  blocked: "Wer diesen Beitrag schrieb, hat Sie gesperrt. Sie können ihn lesen, aber nicht antworten.",
  lastAdmin: "Sie sind allein in der Verwaltung. Bitte machen Sie zuerst ein anderes Mitglied dazu.",
  link: "Dieser Link gilt nicht mehr. Er gilt einmal und eine Stunde lang, und nur der neueste. Fordern Sie einen neuen an.",
  ownReport: "Sich selbst und eigene Texte kann man nicht melden. Sie können Ihre Texte ändern oder löschen.",
  reported: "Das haben Sie schon gemeldet. Wir entscheiden noch darüber.",
  nothingToDecide: "Hier gibt es nichts mehr zu ändern. Vielleicht war jemand anderes schneller.",
  ownDecision: "Über sich selbst und eigene Texte entscheidet niemand. Bitte überlassen Sie das anderen.",
  otherModerator: "Über einen Einspruch entscheidet jemand anderes als zuvor.",
  appealed: "Gegen diese Entscheidung gibt es schon einen Einspruch.",
  appealTooLate: "Ein Einspruch ist $1 Tage lang möglich. Sie sind vorbei.",
  appealDecided: "Über diesen Einspruch ist schon entschieden.",
  busy: "Der Server kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."
}

const fr: Translations = {
  blank: "Veuillez remplir ce champ.",
  length: "Il faut de $1 à $2 caractères. Il y en a $3.",
  oneLine: "Il faut une seule ligne, sans caractères de contrôle.",
  email: "Il faut une adresse comme maria@example.org.",
  letters: "Il faut des lettres, des chiffres, de la ponctuation et des espaces simples, sans < ni >.",
  marks: "Quatre signes au plus sur une lettre.",
  scripts: "Il faut les lettres d’une seule écriture : des lettres d’écritures différentes se ressemblent.",
  usernameTaken: "Ce nom existe déjà. Veuillez en choisir un autre.",
  emailTaken: "Il y a déjà un compte avec cette adresse. Connectez-vous, ou prenez-en une autre.",
  wrongLogin: "L’adresse e-mail ou le mot de passe est faux.",
  wrongPassword: "Ce n’est pas votre mot de passe. Rien n’a été changé.",
  samePassword: "Le nouveau mot de passe doit être un autre.",
  number: "Il faut un nombre.",
  range: "Il faut un nombre de $1 à $2.",
  choice: "Veuillez choisir une des possibilités.",
  time: "Il faut un jour et une heure.",
  future: "Ce moment doit être dans le futur.",
  filteredOut: "Il ne resterait rien de ce texte : il n’a que des parties que nous retirons.",
  costly: "Ce texte est trop imbriqué. Veuillez utiliser moins de signes de mise en forme, ou le partager.",
  secret: "Le texte contient une clé secrète. Retirez-la, et révoquez-la.",
  ownAddress: "Le texte contient votre adresse e-mail. Retirez-la, car tout le monde pourrait la lire.",
  disease: "Nous ne connaissons pas cette maladie. Veuillez la chercher par son nom.",
  tooMany: "C’était trop à la fois. Veuillez réessayer dans $1 secondes.",
  keys: "Vous avez déjà $1 clés. Veuillez d’abord en révoquer une.",
  follows: "Vous suivez déjà $1 messages, maladies et membres. Veuillez d’abord en retirer.",
  adminCode:
    "Il n’y a pas encore d’administration. Pour la prendre, il faut le code que le serveur montre à son démarrage.",
  adminClosed: "Ce rôle n’est pas ouvert à l’inscription. Demandez-le à l’administration.",
  closed: "Pour l’instant, seule l’administration ouvre de nouveaux comptes.",
  locked: "Ce message est fermé : il n’accepte plus de réponses.",
  blocked: "La personne qui a écrit ce message vous a bloqué. Vous pouvez le lire, mais pas répondre.",
  lastAdmin: "Vous êtes seul à administrer. Veuillez d’abord nommer un autre membre.",
  link: "Ce lien n’est plus valable. Il sert une fois, pendant une heure, et seul le dernier compte. Demandez-en un autre.",
  ownReport: "On ne peut pas signaler soi-même ni ses propres textes. Vous pouvez les changer ou les effacer.",
  reported: "Vous l’avez déjà signalé. Nous allons décider.",
  nothingToDecide: "Il n’y a plus rien à changer ici. Quelqu’un d’autre a peut-être été plus rapide.",
  ownDecision: "Personne ne décide de soi-même ni de ses propres textes. Laissez cela à quelqu’un d’autre.",
  otherModerator: "Une autre personne que la première décide d’un recours.",
  appealed: "Il y a déjà un recours contre cette décision.",
  appealTooLate: "Un recours est possible pendant $1 jours, qui sont passés.",
  appealDecided: "Ce recours est déjà décidé.",
  busy: "Le serveur ne peut pas répondre pour le moment. Veuillez réessayer bientôt."
}

/** The sentences of the API are English: these pages show them as they are. */
const translations: Readonly<Record<Language, Translations | undefined>> = { en: undefined, de, fr }

/** One fault of a request: the sentence of the API, and the same in the language of the page, where that is another. */
export interface Fault {
  readonly sentence: string
  readonly translated: string | undefined
}

const translationOf = (texts: Translations, sentence: string): string | undefined => {
  for (const key of Struct.keys(sentences)) {
    const found = sentences[key].exec(sentence)
    if (found !== null) return texts[key].replace(/\$(\d)/g, (_, group) => found[Number(group)] ?? "")
  }
  return undefined
}

/** The faults that a message of the API names: it puts those of several fields in one line. */
export const faultsOf = (language: Language, message: string): ReadonlyArray<Fault> => {
  const texts = translations[language]
  return message
    .split(/; (?=[\w.]+ (?:must|holds|names) )/)
    .map((sentence) => ({ sentence, translated: texts && translationOf(texts, sentence) }))
}
