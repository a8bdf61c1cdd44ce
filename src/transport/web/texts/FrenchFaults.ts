import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import { maxPasskeys } from "../../../domain/accounts/Passkey.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import { appealDays } from "../../../domain/moderation/Decision.ts"
import { maxFeeds } from "../../../domain/news/Feed.ts"
import { maxPushSubscriptions } from "../../../domain/notifications/Push.ts"
import { maxWebhooks } from "../../../domain/webhooks/Webhook.ts"
import { refused, type Translations } from "./FaultSentences.ts"

/** The sentences of faults in French. */
export const fr: Translations = {
  Blank: "Veuillez remplir ce champ.",
  Length: ({ characters, max, min }) => `Écrivez de ${min} à ${max}\u00a0caractères. Il y en a ${characters}.`,
  NewPassword: ({ characters, max, min }) =>
    characters === 0
      ? `Choisissez un mot de passe de ${min} à ${max}\u00a0caractères.`
      : `Choisissez un mot de passe de ${min} à ${max}\u00a0caractères (${characters}\u00a0pour l’instant).`,
  OneLine: "Écrivez une seule ligne, sans caractères invisibles.",
  Email: "Saisissez une adresse comme maria@example.org.",
  Letters: "Utilisez des lettres, des chiffres, de la ponctuation et des espaces simples, sans < ni >.",
  Marks: "Mettez au plus quatre accents sur une lettre.",
  Scripts: "Utilisez les lettres d’un seul alphabet : celles d’alphabets différents peuvent se ressembler.",
  SamePassword: "Le nouveau mot de passe doit être différent.",
  Number: "Saisissez un nombre.",
  Range: ({ max, min }) => `Saisissez un nombre de ${min} à ${max}.`,
  Choice: "Veuillez choisir une des possibilités.",
  IdempotencyConflict: ({ reason }) =>
    reason === "inProgress"
      ? "Nous traitons déjà ce formulaire. Réessayez dans un instant."
      : "Ce formulaire a déjà été envoyé. Rouvrez la page pour envoyer autre chose.",
  NotChosen: "Veuillez choisir la maladie dans la liste, ou laisser le champ vide.",
  NoReason: "Veuillez dire ce qui ne va pas.",
  Time: "Indiquez une date et une heure.",
  WebAddress: "Saisissez une adresse qui commence par https:// ou http://, sans nom d’utilisateur ni mot de passe.",
  UsernameTaken: "Ce nom existe déjà. Veuillez en choisir un autre.",
  EmailTaken: "Il y a déjà un compte avec cette adresse. Connectez-vous, ou prenez une autre adresse.",
  WrongLogin: "L’adresse ou le mot de passe est incorrect.",
  WrongPassword: ({ field }) =>
    field === "passkey"
      ? "Cette clé d’accès n’a pas fonctionné. Réessayez, ou entrez votre mot de passe. Rien n’a été changé."
      : "Ce n’est pas votre mot de passe. Rien n’a été changé.",
  SecondFactorNeeded: "Entrez aussi le code de votre application.",
  WrongSignInCode: "Ce code est faux, ou a déjà servi. Attendez le prochain, ou prenez un code de secours.",
  WrongCode: "Ce code est faux, ou a déjà servi. Attendez le prochain, ou prenez un code de secours.",
  SignInStepOver: "Cela a pris trop de temps. Connectez-vous de nouveau avec votre mot de passe.",
  PasskeyRefused: "Cette clé d’accès n’a pas fonctionné. Réessayez, ou connectez-vous avec votre mot de passe.",
  RegistrationRefused:
    "La clé d’accès n’a pas pu être ajoutée. Cela a peut-être pris trop de temps, ou cet appareil en a déjà une. Réessayez.",
  FactorNeeded:
    "La modération et les administrateurs ont besoin d’une clé d’accès ou de codes d’une application. Ajoutez-en d’abord un autre moyen.",
  TooManyPasskeys: `Vous avez déjà ${maxPasskeys}\u00a0clés d’accès. Supprimez-en d’abord une.`,
  UntilPassed: "Choisissez une date à venir.",
  ExpiryPassed: "Choisissez une date à venir.",
  InvalidText: ({ tooLong }) =>
    tooLong === undefined
      ? "Il ne resterait rien de ce texte, car nous retirons tout ce qu’il contient. Écrivez-le avec des mots simples."
      : `Écrivez de 1 à ${tooLong.max}\u00a0caractères. Il y en a ${tooLong.characters}.`,
  TooCostly: "La mise en forme de ce texte est trop compliquée. Veuillez la simplifier, ou diviser le texte.",
  NestedTooDeep: "La mise en forme de ce texte est trop compliquée. Veuillez la simplifier, ou diviser le texte.",
  LeakFound: ({ what }) =>
    what === "email"
      ? "Le texte contient votre adresse e‑mail. Retirez-la, car tout le monde pourrait la lire."
      : "Le texte contient une clé secrète. Retirez-la du texte, puis supprimez la clé dans vos réglages.",
  AudienceRefused: ({ reason }) =>
    reason === "noDisease"
      ? "Veuillez choisir une maladie, ou laisser tout le monde ou tous les membres lire ce message."
      : "Sur ce site, tout le monde peut tout lire. Veuillez choisir « Tout le monde ».",
  AudienceFixed:
    "D’autres ont déjà répondu. Vous pouvez donc montrer ce message à moins de personnes, mais pas à davantage.",
  AudiencesInUse: "Certains messages sont réservés aux membres : ce réglage ne peut pas être désactivé.",
  UnknownDiseases: "Nous ne connaissons pas cette maladie. Veuillez la chercher par son nom.",
  TooManyRequests: ({ limit, retryAfterSeconds }) =>
    limit === "codes"
      ? `Il y a eu trop de codes faux. Réessayez dans ${Math.ceil(retryAfterSeconds / 60)}\u00a0minutes.`
      : limit === "addressChanges"
        ? "Vous avez déjà donné plusieurs nouvelles adresses aujourd’hui. Réessayez demain."
        : `Trop de demandes d’un coup. Réessayez dans ${retryAfterSeconds}\u00a0${retryAfterSeconds === 1 ? "seconde" : "secondes"}.`,
  TooManyApiKeys: `Vous avez déjà ${maxApiKeys}\u00a0clés. Supprimez-en d’abord une.`,
  TooManyFeeds: `Il y a déjà ${maxFeeds}\u00a0flux. Retirez-en d’abord un.`,
  TooManyWebhooks: `Il y a déjà ${maxWebhooks}\u00a0webhooks. Supprimez-en d’abord un.`,
  WebhookUrlRefused: ({ reason }) =>
    reason === "https"
      ? "Indiquez une adresse qui commence par https://."
      : "Indiquez une adresse accessible sur Internet. Celle-ci appartient à un réseau privé.",
  TooManyFollows: `Vous suivez déjà ${maxFollows}\u00a0messages, maladies et membres. Arrêtez d’abord d’en suivre un.`,
  TooManyPushSubscriptions: `Vous êtes déjà prévenu sur ${maxPushSubscriptions}\u00a0appareils. Retirez-en d’abord un.`,
  PushEndpointRefused: "Nous ne pouvons pas envoyer de messages à ce navigateur.",
  PushKeyRefused: "Nous ne pouvons pas envoyer de messages à ce navigateur.",
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
      tooLate: `Il est trop tard pour un recours : vous aviez ${appealDays}\u00a0jours.`,
      decided: "Ce recours a déjà été traité."
    })[why],
  AccountSuspended: "Votre compte est suspendu : vous pouvez lire la décision et faire un recours, mais pas écrire.",
  NotAllowed: refused({
    confirm: "Votre connexion date d’un moment. Entrez aussi votre mot de passe, ou utilisez votre clé d’accès.",
    guard:
      "Vos droits sont suspendus jusqu’à ce que votre compte soit mieux protégé : ajoutez une clé d’accès ou des codes d’une application dans vos réglages, sous « Clés d’accès et codes ».",
    adminCode:
      "Personne n’administre encore cette communauté. Pour le faire, il faut le code que le serveur a affiché à son démarrage.",
    adminClosed: "Vous ne pouvez pas choisir ce rôle vous-même. Demandez-le à un administrateur.",
    closed: "Pour l’instant, on s’inscrit uniquement sur invitation. Demandez un lien à un administrateur.",
    invitation:
      "Cette invitation n’est plus valable : elle est épuisée, a expiré ou a été annulée. Demandez-en une nouvelle.",
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
  MailOff:
    "Cette communauté n’envoie pas d’e‑mails. Demandez à un administrateur un lien pour un nouveau mot de passe.",
  ExceedsCredential: "Une clé ne peut pas en créer une qui permet plus qu’elle-même.",
  ApiKeyExpired: "Cette clé a expiré. Veuillez en créer une nouvelle.",
  ForeignForm: "Ce formulaire vient d’un autre site. Ouvrez la page ici et envoyez-le de nouveau.",
  VerificationRequestChanged: "Le membre a modifié sa demande entre-temps. Veuillez la relire.",
  Unavailable: ({ signsRead }) =>
    signsRead === undefined
      ? "Le serveur ne peut pas répondre pour le moment. Réessayez dans un instant."
      : `Les symptômes sont encore en cours de chargement, ${signsRead} % pour l’instant.`
}
