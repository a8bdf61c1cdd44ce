import { minPasswordCharacters } from "../../../../domain/accounts/Password.ts"
import { keptDays, keptUnusedDays } from "../../../../domain/accounts/Session.ts"

const en = {
  signIn: "Sign in",
  register: "Join the community",
  registerLead: "You can read without an account. To post, you need a name, an email address and a password.",
  registerClosed:
    "To join this community, you need an invitation link. Please ask the people who run it to send you one.",
  email: "Email address",
  emailHint: "You’ll use it to sign in. Only admins can see it.",
  password: "Password",
  passwordHint: `At least ${minPasswordCharacters}\u00a0characters. A few random words are easy to remember and hard to guess.`,
  showPassword: "Show password",
  username: "Name",
  usernameHint: "This is what others see. It doesn’t have to be your real name.",
  role: "I am",
  roleUser: "a patient, a parent, a relative or a friend",
  roleExpert: "an expert",
  roleExpertHint: "For example, a doctor, a nurse or a researcher. You can ask to be verified later.",
  haveAdminCode: "I set up this server",
  adminCode: "One-time code",
  adminCodeHint: "The server printed it when it started. It makes you the first admin.",
  agree: "By joining, you agree to our",
  yourData: "How we handle your data, including what you write about your health:",
  haveAccount: "Already a member? Sign in",
  membersOnly:
    "You need to sign in to see profiles and notifications, or to write. We’ll take you back to where you were.",
  noAccount: "No account yet? Join",
  forgot: "Forgotten your password?",
  forgotHint: "We’ll send a link to this address. It works for one hour.",
  sendLink: "Send the link",
  linkSent: "If there is an account with this address, an email is on its way.",
  noMail:
    "This site doesn’t send automatic emails. Write to us from the email address on your account. One of us will reply with a link, which works for one hour and lets you choose a new password.",
  noContact:
    "This site doesn’t send emails, and gives no address to write to. Please get in touch with someone who runs it: an admin can create a link for you, which works for one hour and lets you choose a new password.",
  lostAddress: "Can’t use that email address any more?",
  joinAgain: "Join again with a new name and another email address. Your earlier posts stay with your old account.",
  newPassword: "New password",
  setPassword: "Save the new password",
  passwordReset: "Your new password is saved. You can sign in now.",
  keep: "Keep me signed in",
  keepHint: `For ${keptUnusedDays}\u00a0days after your last visit, up to ${keptDays}\u00a0days in all. Untick this if you’re on a shared device.`,
  ready: "Welcome! Your account is ready.",
  welcome: "Which disease brings you here?",
  welcomeLead: "It may be yours, or someone close to you may have it. We’ll let you know when someone writes about it.",
  welcomeHint: "Type its name and press “Find”.",
  welcomeSave: "Save and follow",
  noDiagnosis: "No diagnosis yet?",
  notNow: "Not now",
  goOn: "Continue",
  followed: (name: string) => `You now follow ${name}. We’ll tell you about new posts.`,
  itsPeople: "Members who write about it",
  nobodyYet: "Nobody has written about it here yet."
}

const de: typeof en = {
  signIn: "Anmelden",
  register: "Mitglied werden",
  registerLead: "Sie brauchen einen Namen, eine E‑Mail-Adresse und ein Passwort. Zum Lesen brauchen Sie kein Konto.",
  registerClosed:
    "Mitglied werden Sie hier mit einem Einladungslink. Bitten Sie die Betreiber der Gemeinschaft um einen.",
  email: "E‑Mail-Adresse",
  emailHint: "Zum Anmelden. Nur Admins können sie sehen.",
  password: "Passwort",
  passwordHint: `Mindestens ${minPasswordCharacters}\u00a0Zeichen. Mehrere zufällige Wörter sind leicht zu merken und schwer zu erraten.`,
  showPassword: "Passwort anzeigen",
  username: "Name",
  usernameHint: "Diesen Namen sehen alle, auch ohne Konto. Es muss nicht Ihr richtiger Name sein.",
  role: "Wer sind Sie?",
  roleUser: "Betroffen, angehörig oder befreundet",
  roleExpert: "Fachperson",
  roleExpertHint: "Zum Beispiel Ärztin, Pfleger oder Forscherin. Sie können das später prüfen lassen.",
  haveAdminCode: "Ich richte diesen Server ein",
  adminCode: "Einmal-Code",
  adminCodeHint: "Der Server hat ihn beim Start angezeigt. Damit verwalten Sie die Gemeinschaft.",
  agree: "Für Mitglieder gelten unsere",
  yourData: "Wie wir mit Ihren Daten umgehen, auch mit Angaben zu Ihrer Gesundheit, steht unter",
  haveAccount: "Schon Mitglied? Anmelden",
  membersOnly:
    "Bitte melden Sie sich an, um Profile und Mitteilungen zu sehen oder zu schreiben. Danach geht es hier weiter.",
  noAccount: "Noch kein Konto? Mitglied werden",
  forgot: "Passwort vergessen?",
  forgotHint: "Wir schicken einen Link an diese Adresse. Er funktioniert eine Stunde lang.",
  sendLink: "Link schicken",
  linkSent: "Wenn es zu dieser Adresse ein Konto gibt, ist eine E‑Mail unterwegs.",
  noMail:
    "Diese Website verschickt keine automatischen E‑Mails. Schreiben Sie uns von der E‑Mail-Adresse, mit der Sie sich anmelden. Wir antworten Ihnen persönlich mit einem Link, der eine Stunde lang gilt und mit dem Sie ein neues Passwort wählen.",
  noContact:
    "Diese Website verschickt keine E‑Mails und nennt keine Adresse, an die Sie schreiben können. Bitte wenden Sie sich an eine Person, die sie betreibt: Ein Admin kann für Sie einen Link erstellen, der eine Stunde lang gilt und mit dem Sie ein neues Passwort wählen.",
  lostAddress: "Kein Zugriff mehr auf diese E‑Mail-Adresse?",
  joinAgain:
    "Werden Sie mit einem neuen Namen und einer anderen E‑Mail-Adresse noch einmal Mitglied. Ihre früheren Beiträge bleiben beim alten Konto.",
  newPassword: "Neues Passwort",
  setPassword: "Neues Passwort speichern",
  passwordReset: "Ihr neues Passwort ist gespeichert. Sie können sich jetzt anmelden.",
  keep: "Angemeldet bleiben",
  keepHint: `Bis ${keptUnusedDays}\u00a0Tage nach Ihrem letzten Besuch, insgesamt höchstens ${keptDays}\u00a0Tage. Bitte nicht auf Geräten, die auch andere benutzen.`,
  ready: "Willkommen! Ihr Konto ist eingerichtet.",
  welcome: "Um welche Erkrankung geht es?",
  welcomeLead:
    "Es kann Ihre eigene sein oder die eines Menschen, der Ihnen nahesteht. Wir sagen Ihnen Bescheid, wenn jemand über die Erkrankung schreibt.",
  welcomeHint: "Geben Sie den Namen ein und wählen Sie „Suchen“.",
  welcomeSave: "Speichern und folgen",
  noDiagnosis: "Noch keine Diagnose?",
  notNow: "Jetzt nicht",
  goOn: "Weiter",
  followed: (name) => `Sie folgen jetzt „${name}“. Wir sagen Ihnen Bescheid, wenn es neue Beiträge gibt.`,
  itsPeople: "Diese Mitglieder schreiben darüber",
  nobodyYet: "Hier hat noch niemand darüber geschrieben."
}

const fr: typeof en = {
  signIn: "Se connecter",
  register: "S’inscrire",
  registerLead: "Il vous faut un nom, une adresse e‑mail et un mot de passe. Pas besoin de compte pour lire.",
  registerClosed:
    "Pour vous inscrire ici, il vous faut un lien d’invitation. Demandez-le à ceux qui gèrent la communauté.",
  email: "Adresse e‑mail",
  emailHint: "Seuls les administrateurs la voient.",
  password: "Mot de passe",
  passwordHint: `Au moins ${minPasswordCharacters}\u00a0caractères. Quelques mots au hasard sont faciles à retenir et difficiles à deviner.`,
  showPassword: "Afficher le mot de passe",
  username: "Nom affiché",
  usernameHint: "Les autres verront ce nom. Un pseudonyme suffit.",
  role: "Vous êtes",
  roleUser: "une personne malade, un parent ou un proche",
  roleExpert: "un professionnel de santé ou de la recherche",
  roleExpertHint:
    "Par exemple en médecine, en soins infirmiers ou en recherche. Vous pourrez demander une vérification plus tard.",
  haveAdminCode: "J’installe ce serveur",
  adminCode: "Code à usage unique",
  adminCodeHint: "Le serveur l’a affiché à son démarrage. Avec lui, vous administrez la communauté.",
  agree: "En vous inscrivant, vous acceptez nos",
  yourData: "Ce que nous faisons de vos données, y compris de vos données de santé :",
  haveAccount: "Déjà membre ? Se connecter",
  membersOnly:
    "Pour voir les profils et les notifications ou pour écrire, connectez-vous. Vous reviendrez ensuite à cette page.",
  noAccount: "Pas encore de compte ? S’inscrire",
  forgot: "Mot de passe oublié ?",
  forgotHint: "Nous vous enverrons un lien à cette adresse. Il sera valable une heure.",
  sendLink: "Envoyer le lien",
  linkSent: "Si un compte existe avec cette adresse, vous allez recevoir un e‑mail.",
  noMail:
    "Ce site n’envoie pas d’e‑mails automatiques. Écrivez-nous depuis l’adresse e‑mail de votre compte : une personne vous enverra un lien, valable une heure, pour choisir un nouveau mot de passe.",
  noContact:
    "Ce site n’envoie pas d’e‑mails et n’indique aucune adresse à laquelle écrire. Adressez-vous à une personne qui le gère : un administrateur peut créer pour vous un lien, valable une heure, pour choisir un nouveau mot de passe.",
  lostAddress: "Vous n’avez plus accès à cette adresse ?",
  joinAgain:
    "Inscrivez-vous de nouveau avec un autre nom et une autre adresse e‑mail. Vos anciens messages resteront liés à l’ancien compte.",
  newPassword: "Nouveau mot de passe",
  setPassword: "Enregistrer le nouveau mot de passe",
  passwordReset: "Votre nouveau mot de passe est enregistré. Vous pouvez maintenant vous connecter.",
  keep: "Garder ma session ouverte",
  keepHint: `Jusqu’à ${keptUnusedDays}\u00a0jours après votre dernière visite, dans la limite de ${keptDays}\u00a0jours au total. À éviter si d’autres utilisent cet appareil.`,
  ready: "Bienvenue ! Votre compte est prêt.",
  welcome: "Quelle maladie vous concerne, vous ou un proche ?",
  welcomeLead: "Nous vous préviendrons sur ce site dès que quelqu’un en parlera.",
  welcomeHint: "Tapez son nom et appuyez sur « Chercher ».",
  welcomeSave: "Enregistrer et suivre",
  noDiagnosis: "Pas encore de diagnostic ?",
  notNow: "Pas maintenant",
  goOn: "Continuer",
  followed: (name) =>
    `Vous suivez maintenant « ${name} ». Nous vous préviendrons quand il y aura de nouveaux messages.`,
  itsPeople: "Les membres qui en parlent",
  nobodyYet: "Personne n’en a encore parlé ici."
}

/** The pages for joining and signing in. */
export const account = { en, de, fr }
