const en = {
  translate: "Translate",
  byMachine: "Machine translation.",
  original: (language: string) => `Original (${language})`,
  stop: "Stop translating",
  unwanted: "Its author doesn’t want this text to be translated.",
  failed: "This couldn’t be translated just now.",
  again: "Try again",
  signIn: "Sign in to translate",
  own: "Translations of your texts",
  ownLead: (host: string) =>
    `When someone reads a text of yours in another language, it is sent to ${host}. The translation is kept here until you change or delete the text.`,
  keepOut: "Don’t translate my texts",
  allow: "Let my texts be translated",
  isOut: "Your texts are not translated.",
  privacy: "Machine translations",
  privacyLead: (host: string) =>
    `When someone reads a post or a reply in another language, the text is sent to ${host}, without the name of its author. The translation is kept here until the text is changed or deleted. In your settings you can keep your texts out. The cookie “translate” remembers if you want translations.`
}

const de: typeof en = {
  translate: "Übersetzen",
  byMachine: "Maschinell übersetzt.",
  original: (language) => `Original (${language})`,
  stop: "Nicht mehr übersetzen",
  unwanted: "Wer diesen Text geschrieben hat, möchte keine Übersetzung.",
  failed: "Das konnte gerade nicht übersetzt werden.",
  again: "Noch einmal versuchen",
  signIn: "Zum Übersetzen anmelden",
  own: "Übersetzungen Ihrer Texte",
  ownLead: (host) =>
    `Wenn jemand einen Text von Ihnen in einer anderen Sprache liest, wird er an ${host} gesendet. Die Übersetzung bleibt hier gespeichert, bis Sie den Text ändern oder löschen.`,
  keepOut: "Meine Texte nicht übersetzen",
  allow: "Übersetzungen meiner Texte erlauben",
  isOut: "Ihre Texte werden nicht übersetzt.",
  privacy: "Maschinelle Übersetzungen",
  privacyLead: (host) =>
    `Wenn jemand einen Beitrag oder eine Antwort in einer anderen Sprache liest, wird der Text an ${host} gesendet, ohne den Namen der Person, die ihn geschrieben hat. Die Übersetzung bleibt hier gespeichert, bis der Text geändert oder gelöscht wird. In Ihren Einstellungen können Sie Ihre Texte davon ausnehmen. Das Cookie „translate“ merkt sich, ob Sie Übersetzungen möchten.`
}

const fr: typeof en = {
  translate: "Traduire",
  byMachine: "Traduit automatiquement.",
  original: (language) => `Texte original (${language})`,
  stop: "Ne plus traduire",
  unwanted: "La personne qui a écrit ce texte ne souhaite pas qu’il soit traduit.",
  failed: "La traduction n’a pas abouti.",
  again: "Réessayer",
  signIn: "Se connecter pour traduire",
  own: "Traductions de vos textes",
  ownLead: (host) =>
    `Quand quelqu’un lit un de vos textes dans une autre langue, il est envoyé à ${host}. La traduction est conservée ici jusqu’à ce que vous modifiiez ou supprimiez le texte.`,
  keepOut: "Ne pas traduire mes textes",
  allow: "Autoriser la traduction de mes textes",
  isOut: "Vos textes ne sont pas traduits.",
  privacy: "Traductions automatiques",
  privacyLead: (host) =>
    `Quand quelqu’un lit un message ou une réponse dans une autre langue, le texte est envoyé à ${host}, sans le nom de la personne qui l’a écrit. La traduction est conservée ici jusqu’à ce que le texte soit modifié ou supprimé. Dans vos réglages, vous pouvez exclure vos textes. Le cookie « translate » retient si vous souhaitez des traductions.`
}

/** The texts about translations by machine. */
export const translation = { en, de, fr }
