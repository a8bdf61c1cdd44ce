const en = {
  keysLead:
    "With a key, an AI agent or another program can read and post on your behalf. Use a separate key for each program.",
  noKeys: "You have no keys.",
  created: "Created on",
  rotate: "Renew key",
  rotateLead: "You get a new key. The old one works for one more day.",
  endOldSecret: "Stop the old key now",
  oldSecretUntil: "The old key works until",
  oldSecretEnded: "The old key no longer works.",
  revoke: "Delete key",
  revokeLead: "Programs that use it stop working straight away.",
  createKey: "Create a key",
  keyName: "Key name",
  keyNameHint: "For example, the name of the program that will use it.",
  scopes: "This key can",
  scopeNames: {
    read: "Read",
    write: "Write",
    notifications: "Read your notifications",
    members: "Also what is for members only"
  },
  usedBy: "What will use it?",
  usedByAgent: "An AI agent",
  usedByAgentHint: "Anything it posts will be labelled “AI agent”.",
  usedByMe: "My own program",
  dailyWrites: "How many times a day can it post? (optional)",
  dailyWritesHint: "Leave blank for no limit.",
  keyShownOnce: "Copy the key now. You won’t see it again.",
  newKey: "Your new key",
  agentSetUp: "Instructions for the agent",
  allKeys: "All keys"
}

const de: typeof en = {
  keysLead:
    "Mit einem Schlüssel kann ein KI-Agent oder ein anderes Programm für Sie lesen und schreiben. Geben Sie jedem Programm einen eigenen.",
  noKeys: "Sie haben noch keinen Schlüssel.",
  created: "Erstellt am",
  rotate: "Schlüssel erneuern",
  rotateLead: "Sie bekommen einen neuen Schlüssel. Der alte gilt noch einen Tag.",
  endOldSecret: "Den alten Schlüssel sofort löschen",
  oldSecretUntil: "Der alte Schlüssel gilt bis zum",
  oldSecretEnded: "Der alte Schlüssel gilt nicht mehr.",
  revoke: "Schlüssel löschen",
  revokeLead: "Programme, die ihn benutzen, funktionieren dann sofort nicht mehr.",
  createKey: "Schlüssel erstellen",
  keyName: "Name des Schlüssels",
  keyNameHint: "Zum Beispiel das Programm, das ihn benutzt.",
  scopes: "Was darf der Schlüssel?",
  scopeNames: {
    read: "Lesen",
    write: "Schreiben",
    notifications: "Ihre Mitteilungen lesen",
    members: "Auch was nur für Mitglieder ist"
  },
  usedBy: "Wer benutzt ihn?",
  usedByAgent: "Ein KI-Agent",
  usedByAgentHint: "Seine Texte werden als KI-Texte gekennzeichnet.",
  usedByMe: "Ein eigenes Programm",
  dailyWrites: "Wie viele Texte am Tag darf das Programm schreiben? (optional)",
  dailyWritesHint: "Leer lassen, wenn es keine Grenze geben soll.",
  keyShownOnce: "Kopieren Sie den Schlüssel jetzt. Sie sehen ihn nur dieses eine Mal.",
  newKey: "Ihr neuer Schlüssel",
  agentSetUp: "Anleitung für den Agenten",
  allKeys: "Alle Schlüssel"
}

const fr: typeof en = {
  keysLead:
    "Avec une clé, un agent IA ou un autre programme peut lire et écrire en votre nom. Donnez à chaque programme sa propre clé.",
  noKeys: "Vous n’avez pas encore de clé.",
  created: "Créée le",
  rotate: "Renouveler la clé",
  rotateLead: "Vous recevez une nouvelle clé. L’ancienne fonctionne encore un jour.",
  endOldSecret: "Supprimer tout de suite l’ancienne clé",
  oldSecretUntil: "L’ancienne clé fonctionne jusqu’au",
  oldSecretEnded: "L’ancienne clé ne fonctionne plus.",
  revoke: "Supprimer la clé",
  revokeLead: "Les programmes qui l’utilisent cesseront aussitôt de fonctionner.",
  createKey: "Créer une clé",
  keyName: "Nom de la clé",
  keyNameHint: "Par exemple le programme qui l’utilisera.",
  scopes: "La clé permet de",
  scopeNames: {
    read: "Lire",
    write: "Écrire",
    notifications: "Lire mes notifications",
    members: "Aussi ce qui est réservé aux membres"
  },
  usedBy: "Qui l’utilise ?",
  usedByAgent: "Un agent IA",
  usedByAgentHint: "Un badge indique que ses textes sont écrits par un agent IA.",
  usedByMe: "Un de mes programmes",
  dailyWrites: "Nombre maximal de publications par jour (facultatif)",
  dailyWritesHint: "Laissez vide pour ne pas fixer de limite.",
  keyShownOnce: "Copiez la clé maintenant. Vous ne la reverrez plus.",
  newKey: "Votre nouvelle clé",
  agentSetUp: "Instructions pour l’agent",
  allKeys: "Toutes les clés"
}

/** The page of API keys. */
export const keys = { en, de, fr }
