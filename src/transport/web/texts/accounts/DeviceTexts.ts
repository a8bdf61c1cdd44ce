const en = {
  tellMe: "Tell me on this device",
  lead: "Hear of replies right away. The message only says how many there are: no name, no text, no disease.",
  done: "You’ll be told on this device from now on. You can change this in your notification settings.",
  failed: "This browser didn’t allow it. Check if notifications are allowed for this site, and try again.",
  devices: "Devices",
  hint: "On these devices you’re told right away while you stay signed in there. On an iPhone or iPad, first add this site to the Home Screen.",
  none: "None so far. Open your notifications on the device, and press “Tell me on this device”.",
  unnamed: "A device",
  since: "since",
  lastTold: "last message on",
  remove: "Remove"
}

const de: typeof en = {
  tellMe: "Auf diesem Gerät benachrichtigen",
  lead: "Erfahren Sie sofort von Antworten. Die Nachricht nennt nur die Anzahl: keinen Namen, keinen Text, keine Erkrankung.",
  done: "Auf diesem Gerät werden Sie ab jetzt benachrichtigt. Ändern können Sie das in den Einstellungen der Mitteilungen.",
  failed:
    "Dieser Browser hat es nicht erlaubt. Prüfen Sie, ob Mitteilungen für diese Website erlaubt sind, und versuchen Sie es noch einmal.",
  devices: "Geräte",
  hint: "Auf diesen Geräten werden Sie sofort benachrichtigt, solange Sie dort angemeldet sind. Auf einem iPhone oder iPad legen Sie die Website zuerst auf den Home-Bildschirm.",
  none: "Noch keine. Öffnen Sie Ihre Mitteilungen auf dem Gerät und wählen Sie „Auf diesem Gerät benachrichtigen“.",
  unnamed: "Ein Gerät",
  since: "seit",
  lastTold: "letzte Nachricht am",
  remove: "Entfernen"
}

const fr: typeof en = {
  tellMe: "Me prévenir sur cet appareil",
  lead: "Soyez prévenu aussitôt des réponses. Le message n’indique que leur nombre : ni nom, ni texte, ni maladie.",
  done: "Vous serez désormais prévenu sur cet appareil. Vous pouvez changer cela dans les réglages des notifications.",
  failed:
    "Ce navigateur ne l’a pas permis. Vérifiez si les notifications sont autorisées pour ce site, puis réessayez.",
  devices: "Appareils",
  hint: "Sur ces appareils, vous êtes prévenu aussitôt tant que vous y restez connecté. Sur un iPhone ou un iPad, ajoutez d’abord ce site à l’écran d’accueil.",
  none: "Aucun pour l’instant. Ouvrez vos notifications sur l’appareil et choisissez « Me prévenir sur cet appareil ».",
  unnamed: "Un appareil",
  since: "depuis le",
  lastTold: "dernier message le",
  remove: "Retirer"
}

/** The words about devices on which a member is told. */
export const devices = { en, de, fr }
