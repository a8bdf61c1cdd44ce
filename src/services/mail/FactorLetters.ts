import { Record as Records } from "effect"
import type { PageLanguage } from "../../domain/Language.ts"
import type { factorMails } from "../../domain/mail/Mail.ts"
import type { Letter, MailFacts } from "./Letter.ts"

type FactorMail = (typeof factorMails)[number]

/** What a mail about passkeys and codes says: its subject, and a sentence. */
type Said = readonly [subject: string, sentence: (site: string) => string]

const en: Readonly<Record<FactorMail, Said>> = {
  passkey_added: [
    "A passkey was added",
    (site) =>
      `Your account at ${site} has a new passkey. Whoever has that device can sign in with it, without your password.`
  ],
  passkey_removed: [
    "A passkey was removed",
    (site) =>
      `A passkey of your account at ${site} was removed. It no longer signs in, and other devices were signed out.`
  ],
  second_factor_added: [
    "Sign-in codes are on",
    (site) => `Signing in to your account at ${site} with the password now needs a code from an app, too.`
  ],
  second_factor_removed: [
    "Sign-in codes are off",
    (site) =>
      `Signing in to your account at ${site} with the password no longer needs a code from the app used until now. Other devices were signed out.`
  ],
  recovery_codes_renewed: [
    "You have new recovery codes",
    (site) => `New recovery codes were made for your account at ${site}. Those from before no longer work.`
  ],
  factors_reset: [
    "Your passkeys and sign-in codes were removed",
    (site) =>
      `The people who run ${site} removed the passkeys and sign-in codes of your account, and signed it out everywhere. You can sign in with your password.`
  ]
}

const de: Readonly<Record<FactorMail, Said>> = {
  passkey_added: [
    "Ein Passkey ist dazugekommen",
    (site) =>
      `Ihr Konto bei ${site} hat einen neuen Passkey. Wer dieses Gerät hat, kann sich damit ohne Passwort anmelden.`
  ],
  passkey_removed: [
    "Ein Passkey wurde entfernt",
    (site) =>
      `Ein Passkey Ihres Kontos bei ${site} wurde entfernt. Mit ihm meldet sich niemand mehr an, und andere Geräte wurden abgemeldet.`
  ],
  second_factor_added: [
    "Anmelden mit Code ist an",
    (site) => `Wer sich bei ${site} mit Ihrem Passwort anmeldet, braucht jetzt auch einen Code aus einer App.`
  ],
  second_factor_removed: [
    "Anmelden mit Code ist aus",
    (site) =>
      `Wer sich bei ${site} mit Ihrem Passwort anmeldet, braucht keinen Code aus der bisherigen App mehr. Andere Geräte wurden abgemeldet.`
  ],
  recovery_codes_renewed: [
    "Sie haben neue Ersatzcodes",
    (site) => `Für Ihr Konto bei ${site} gibt es neue Ersatzcodes. Die bisherigen gelten nicht mehr.`
  ],
  factors_reset: [
    "Ihre Passkeys und Codes wurden entfernt",
    (site) =>
      `Die Betreiber von ${site} haben die Passkeys und die Codes Ihres Kontos entfernt und es überall abgemeldet. Sie können sich mit Ihrem Passwort anmelden.`
  ]
}

const fr: Readonly<Record<FactorMail, Said>> = {
  passkey_added: [
    "Une clé d’accès a été ajoutée",
    (site) =>
      `Votre compte sur ${site} a une nouvelle clé d’accès. Avec cet appareil, on peut se connecter sans votre mot de passe.`
  ],
  passkey_removed: [
    "Une clé d’accès a été supprimée",
    (site) =>
      `Une clé d’accès de votre compte sur ${site} a été supprimée. Elle ne permet plus de se connecter, et les autres appareils ont été déconnectés.`
  ],
  second_factor_added: [
    "La connexion demande un code",
    (site) =>
      `Pour se connecter à votre compte sur ${site} avec le mot de passe, il faut maintenant aussi un code d’une application.`
  ],
  second_factor_removed: [
    "La connexion ne demande plus de code",
    (site) =>
      `Pour se connecter à votre compte sur ${site} avec le mot de passe, il ne faut plus de code de l’application utilisée jusqu’ici. Les autres appareils ont été déconnectés.`
  ],
  recovery_codes_renewed: [
    "Vous avez de nouveaux codes de secours",
    (site) =>
      `De nouveaux codes de secours existent pour votre compte sur ${site}. Les précédents ne fonctionnent plus.`
  ],
  factors_reset: [
    "Vos clés d’accès et vos codes ont été supprimés",
    (site) =>
      `Les responsables de ${site} ont supprimé les clés d’accès et les codes de votre compte, et l’ont déconnecté partout. Vous pouvez vous connecter avec votre mot de passe.`
  ]
}

/** What every one of these mails ends with. */
const ends: Readonly<Record<PageLanguage, string>> = {
  en: "If it wasn’t you, sign in, choose a new password and check your passkeys and codes. Ask the people who run this site if you cannot sign in.",
  de: "Wenn Sie das nicht waren, melden Sie sich an, legen Sie ein neues Passwort fest und prüfen Sie Ihre Passkeys und Codes. Wenn Sie sich nicht anmelden können, wenden Sie sich an die Betreiber der Website.",
  fr: "Si ce n’était pas vous, connectez-vous, choisissez un nouveau mot de passe et vérifiez vos clés d’accès et vos codes. Si vous ne pouvez pas vous connecter, adressez-vous aux responsables du site."
}

const lettersOf = (said: Readonly<Record<FactorMail, Said>>, end: string) =>
  Records.map(
    said,
    ([subject, sentence]) =>
      ({ site }: MailFacts): Letter => ({
        subject,
        before: [sentence(site)],
        after: [end]
      })
  )

/** The mails about passkeys and codes. */
export const factorLetters = { en: lettersOf(en, ends.en), de: lettersOf(de, ends.de), fr: lettersOf(fr, ends.fr) }
