import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import { maxPasskeys } from "../../../domain/accounts/Passkey.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import { appealDays } from "../../../domain/moderation/Decision.ts"
import { maxFeeds } from "../../../domain/news/Feed.ts"
import { maxPushSubscriptions } from "../../../domain/notifications/Push.ts"
import { maxWebhooks } from "../../../domain/webhooks/Webhook.ts"
import { refused, type Translations } from "./FaultSentences.ts"

/** The sentences of faults in German. */
export const de: Translations = {
  Blank: "Bitte füllen Sie dieses Feld aus.",
  Length: ({ characters, max, min }) =>
    `Bitte schreiben Sie ${min} bis ${max}\u00a0Zeichen. Jetzt sind es ${characters}.`,
  NewPassword: ({ characters, max, min }) =>
    characters === 0
      ? `Bitte wählen Sie ein Passwort mit ${min} bis ${max}\u00a0Zeichen.`
      : `Bitte wählen Sie ein Passwort mit ${min} bis ${max}\u00a0Zeichen (bisher ${characters}).`,
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
  IdempotencyConflict: ({ reason }) =>
    reason === "inProgress"
      ? "Wir verarbeiten dieses Formular gerade schon. Bitte versuchen Sie es gleich noch einmal."
      : "Dieses Formular ist schon gesendet. Öffnen Sie die Seite neu, um etwas anderes zu senden.",
  NotChosen: "Bitte wählen Sie die Erkrankung aus der Liste, oder lassen Sie das Feld leer.",
  NoReason: "Bitte sagen Sie, was nicht stimmt.",
  Time: "Bitte geben Sie Datum und Uhrzeit ein.",
  WebAddress:
    "Bitte geben Sie eine Adresse ein, die mit https:// oder http:// beginnt, ohne Benutzernamen und Passwort.",
  UsernameTaken: "Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.",
  EmailTaken: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, oder nehmen Sie eine andere Adresse.",
  WrongLogin: "Adresse oder Passwort ist falsch.",
  WrongPassword: ({ field }) =>
    field === "passkey"
      ? "Mit diesem Passkey hat es nicht geklappt. Versuchen Sie es noch einmal, oder geben Sie Ihr Passwort ein. Es wurde nichts geändert."
      : "Das ist nicht Ihr Passwort. Es wurde nichts geändert.",
  SecondFactorNeeded: "Bitte geben Sie auch den Code aus Ihrer App ein.",
  WrongSignInCode:
    "Dieser Code ist falsch oder schon benutzt. Warten Sie auf den nächsten, oder nehmen Sie einen Ersatzcode.",
  WrongCode:
    "Dieser Code ist falsch oder schon benutzt. Warten Sie auf den nächsten, oder nehmen Sie einen Ersatzcode.",
  SignInStepOver: "Das hat zu lange gedauert. Bitte melden Sie sich noch einmal mit Ihrem Passwort an.",
  PasskeyRefused:
    "Mit diesem Passkey hat es nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.",
  RegistrationRefused:
    "Der Passkey ließ sich nicht hinzufügen. Vielleicht hat es zu lange gedauert, oder dieses Gerät hat schon einen. Bitte versuchen Sie es noch einmal.",
  FactorNeeded:
    "Moderation und Admins brauchen einen Passkey oder Codes aus einer App. Bitte richten Sie zuerst etwas anderes davon ein.",
  TooManyPasskeys: `Sie haben schon ${maxPasskeys}\u00a0Passkeys. Bitte entfernen Sie zuerst einen.`,
  UntilPassed: "Bitte wählen Sie einen Zeitpunkt in der Zukunft.",
  ExpiryPassed: "Bitte wählen Sie einen Zeitpunkt in der Zukunft.",
  InvalidText: ({ tooLong }) =>
    tooLong === undefined
      ? "Von diesem Text bliebe nichts übrig, weil wir alles darin entfernen. Bitte schreiben Sie ihn in einfachen Worten."
      : `Bitte schreiben Sie 1 bis ${tooLong.max}\u00a0Zeichen. Jetzt sind es ${tooLong.characters}.`,
  TooCostly: "Dieser Text ist zu stark formatiert. Bitte formatieren Sie weniger, oder teilen Sie den Text auf.",
  NestedTooDeep: "Dieser Text ist zu stark formatiert. Bitte formatieren Sie weniger, oder teilen Sie den Text auf.",
  LeakFound: ({ what }) =>
    what === "email"
      ? "Der Text enthält Ihre E‑Mail-Adresse. Nehmen Sie sie heraus, denn alle könnten sie lesen."
      : "Der Text enthält einen geheimen Schlüssel. Nehmen Sie ihn heraus und löschen Sie den Schlüssel in Ihren Einstellungen.",
  AudienceRefused: ({ reason }) =>
    reason === "noDisease"
      ? "Bitte wählen Sie eine Erkrankung aus, oder lassen Sie alle oder alle Mitglieder mitlesen."
      : "Auf dieser Website können alle alles lesen. Bitte wählen Sie „Alle“.",
  AudienceFixed:
    "Andere haben schon geantwortet. Sie können den Beitrag deshalb weniger Menschen zeigen, aber nicht mehr.",
  AudiencesInUse: "Einige Beiträge sind nur für Mitglieder. Deshalb lässt sich das nicht ausschalten.",
  UnknownDiseases: "Diese Erkrankung kennen wir nicht. Bitte suchen Sie nach ihrem Namen.",
  TooManyRequests: ({ limit, retryAfterSeconds }) =>
    limit === "codes"
      ? `Es waren zu viele falsche Codes. Bitte versuchen Sie es in ${Math.ceil(retryAfterSeconds / 60)}\u00a0Minuten noch einmal.`
      : limit === "addressChanges"
        ? "Sie haben heute schon mehrmals eine neue Adresse angegeben. Bitte versuchen Sie es morgen noch einmal."
        : `Das war zu viel auf einmal. Bitte versuchen Sie es in ${retryAfterSeconds}\u00a0${retryAfterSeconds === 1 ? "Sekunde" : "Sekunden"} noch einmal.`,
  TooManyApiKeys: `Sie haben schon ${maxApiKeys}\u00a0Schlüssel. Bitte löschen Sie zuerst einen.`,
  TooManyFeeds: `Es gibt schon ${maxFeeds}\u00a0Quellen. Bitte entfernen Sie zuerst eine.`,
  TooManyWebhooks: `Es gibt schon ${maxWebhooks}\u00a0Webhooks. Bitte entfernen Sie zuerst einen.`,
  WebhookUrlRefused: ({ reason }) =>
    reason === "https"
      ? "Bitte geben Sie eine Adresse an, die mit https:// beginnt."
      : "Bitte geben Sie eine öffentlich erreichbare Adresse an. Diese gehört zu einem privaten Netz.",
  TooManyFollows: `Sie folgen schon ${maxFollows}\u00a0Beiträgen, Erkrankungen und Mitgliedern. Bitte hören Sie zuerst auf, einem davon zu folgen.`,
  TooManyPushSubscriptions: `Sie werden schon auf ${maxPushSubscriptions}\u00a0Geräten benachrichtigt. Bitte entfernen Sie zuerst eines.`,
  PushEndpointRefused: "An diesen Browser können wir keine Nachrichten senden.",
  PushKeyRefused: "An diesen Browser können wir keine Nachrichten senden.",
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
      tooLate: `Für einen Widerspruch ist es zu spät: Sie hatten ${appealDays}\u00a0Tage Zeit.`,
      decided: "Über diesen Widerspruch wurde schon entschieden."
    })[why],
  AccountSuspended:
    "Ihr Konto ist gesperrt: Sie können die Entscheidung lesen und widersprechen, aber nichts schreiben.",
  NotAllowed: refused({
    confirm:
      "Ihre Anmeldung ist schon eine Weile her. Bitte geben Sie auch Ihr Passwort ein, oder nehmen Sie Ihren Passkey.",
    guard:
      "Ihre Rechte ruhen, bis Ihr Konto sicherer ist: Bitte richten Sie in den Einstellungen unter „Passkeys und Codes“ einen Passkey oder Codes aus einer App ein.",
    adminCode:
      "Noch verwaltet niemand diese Gemeinschaft. Dazu brauchen Sie den Einmal-Code, den der Server beim Start angezeigt hat.",
    adminClosed: "Diese Rolle können Sie nicht selbst wählen. Bitten Sie einen Admin darum.",
    closed: "Mitglied werden können Sie zurzeit nur mit einer Einladung. Bitten Sie einen Admin um einen Link.",
    invitation:
      "Diese Einladung gilt nicht mehr: Sie ist aufgebraucht, abgelaufen oder beendet. Bitte lassen Sie sich eine neue geben.",
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
  MailOff: "Diese Gemeinschaft verschickt keine E‑Mails. Bitten Sie einen Admin um einen Link für ein neues Passwort.",
  ExceedsCredential: "Ein Schlüssel kann keinen anlegen, der mehr darf als er selbst.",
  ApiKeyExpired: "Dieser Schlüssel ist abgelaufen. Bitte erstellen Sie einen neuen.",
  ForeignForm:
    "Dieses Formular kam von einer anderen Website. Bitte öffnen Sie die Seite hier und senden Sie es noch einmal.",
  VerificationRequestChanged: "Das Mitglied hat den Antrag inzwischen geändert. Bitte lesen Sie ihn noch einmal.",
  Unavailable: ({ signsRead }) =>
    signsRead === undefined
      ? "Der Server kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."
      : `Die Symptome werden noch geladen, bisher ${signsRead} %.`
}
