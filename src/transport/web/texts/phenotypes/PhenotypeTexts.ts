import type { FrequencyClass } from "../../../../domain/phenotypes/Frequency.ts"

const frequencies: Readonly<Record<FrequencyClass, string>> = {
  excluded: "does not occur",
  obligate: "always",
  very_frequent: "very frequent",
  frequent: "frequent",
  occasional: "occasional",
  very_rare: "very rare"
}

const en = {
  title: "Search by symptoms",
  intro: "Write what you notice, in your own words. Also say what isn’t there: “no fever”.",
  label: "What do you notice?",
  add: "Add a symptom from the list",
  addHint: "Type a few letters and choose one.",
  find: "Find diseases",
  change: "Change or add symptoms",
  example: "For example: seizures, weak muscles, small head, no hearing loss.",
  notDiagnosis: "This is not a diagnosis",
  notice: "The right disease may be missing. Show the list to a doctor, ideally at a centre for rare diseases.",
  method: "We compared your symptoms with published descriptions of rare diseases.",
  understood: "What we understood",
  there: "Present",
  notThere: "Not present",
  noticed: "What you noticed",
  notNoticed: "What isn’t there",
  unsure: "Did you mean this? It doesn’t count until you add it",
  addSign: "Add",
  remove: "Remove",
  notThis: "It isn’t there",
  isThere: "It is there",
  print: "Print for your doctor",
  printNow: "Print",
  forDoctor: "Symptoms and diseases to talk about with a doctor",
  readAsSigns: "No disease has this name. These match the symptoms you describe.",
  moreDiseases: (number: string) => `${number} more diseases`,
  unknown: "Not understood",
  nothing: "We didn’t recognise any symptom. Try other words, one symptom at a time.",
  fits: "What fits",
  similar: "Related, but not the same",
  onlySimilar: (number: number, shown: string): string =>
    number === 1 ? "1 disease with only related symptoms" : `${shown} diseases with only related symptoms`,
  lookedFor: "you said",
  against: "Can happen with this disease, but not here",
  versions: (hpo: string, orphanet: string) => `Data: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  few: "One or two symptoms fit many diseases. The more you add, the more precise the list.",
  percentages:
    "“80–99%” means: of 100 people with the disease, 80 to 99 have the symptom. Not everybody has all of them.",
  results: "Diseases to ask a doctor about",
  source: "Source",
  otherSigns: "Other symptoms",
  sources: "Sources",
  ofDisease: "Symptoms",
  more: (number: string) => `${number} more`,
  names: "Names in other languages",
  frequencies,
  about: "about",
  observed: (of: number, count: string, shown: string) =>
    of === 1
      ? `${count === "0" ? "not " : ""}seen in the only person described`
      : `seen in ${count} of ${shown} people described`,
  sourcesOfPhenotypes:
    "Figures for how often a symptom occurs come from Orphanet (ORPHA) or, where it has none, from people described in publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of: number, shown: string) =>
    of === 1
      ? "Each of these figures comes from a single person, so it may be different for others."
      : `Each of these figures comes from ${shown} people at most, so it may be different for others.`
}

const de: typeof en = {
  title: "Nach Symptomen suchen",
  intro: "Beschreiben Sie es mit eigenen Worten. Schreiben Sie auch, was nicht zutrifft: „kein Fieber“.",
  label: "Was fällt Ihnen auf?",
  add: "Symptom aus der Liste hinzufügen",
  addHint: "Geben Sie ein paar Buchstaben ein und wählen Sie ein Symptom aus.",
  find: "Erkrankungen suchen",
  change: "Symptome ändern oder hinzufügen",
  example: "Zum Beispiel: Krampfanfälle, schwache Muskeln, kleiner Kopf, kein Hörverlust.",
  notDiagnosis: "Das ist keine Diagnose",
  notice:
    "Vielleicht ist es eine Erkrankung, die wir nicht kennen. Zeigen Sie die Ergebnisse Ihrer Ärztin oder Ihrem Arzt, am besten in einem Zentrum für Seltene Erkrankungen.",
  method: "Wir haben Ihre Symptome mit veröffentlichten Beschreibungen seltener Erkrankungen verglichen.",
  understood: "Das haben wir verstanden",
  there: "Vorhanden",
  notThere: "Nicht vorhanden",
  noticed: "Das fällt Ihnen auf",
  notNoticed: "Das trifft nicht zu",
  unsure: "Meinten Sie das? Es zählt erst, wenn Sie es hinzufügen",
  addSign: "Hinzufügen",
  remove: "Entfernen",
  notThis: "Doch nicht vorhanden",
  isThere: "Trifft doch zu",
  print: "Für das Arztgespräch drucken",
  printNow: "Drucken",
  forDoctor: "Symptome und Erkrankungen für das Arztgespräch",
  readAsSigns: "Keine Erkrankung heißt so. Diese passen zu den Symptomen, die Sie beschreiben.",
  moreDiseases: (number) => `${number} weitere Erkrankungen`,
  unknown: "Nicht verstanden",
  nothing: "Wir haben kein Symptom erkannt. Versuchen Sie es mit anderen Wörtern, ein Symptom nach dem anderen.",
  fits: "Das passt",
  similar: "Ähnlich, aber nicht dasselbe",
  onlySimilar: (number, shown) =>
    number === 1
      ? "1 Erkrankung, bei der die Symptome nur ähnlich sind"
      : `${shown} Erkrankungen, bei denen die Symptome nur ähnlich sind`,
  lookedFor: "Ihre Angabe",
  against: "Kann vorkommen, trifft laut Ihren Angaben aber nicht zu",
  versions: (hpo, orphanet) => `Daten: Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  few: "Ein oder zwei Symptome passen zu vielen Erkrankungen. Mit weiteren wird die Liste genauer.",
  percentages:
    "„80–99 %“ heißt: Von 100 Menschen mit der Erkrankung haben 80 bis 99 das Symptom. Nicht alle haben jedes Symptom.",
  results: "Erkrankungen für das Gespräch mit Ärztin oder Arzt",
  source: "Quelle",
  otherSigns: "Weitere Symptome",
  sources: "Quellen",
  ofDisease: "Symptome",
  more: (number) => `${number} weitere`,
  names: "Namen in anderen Sprachen",
  frequencies: {
    excluded: "kommt nicht vor",
    obligate: "immer",
    very_frequent: "sehr häufig",
    frequent: "häufig",
    occasional: "gelegentlich",
    very_rare: "sehr selten"
  },
  about: "etwa",
  observed: (of, count, shown) =>
    of === 1
      ? `${count === "0" ? "nicht " : ""}bei der einzigen beschriebenen Person`
      : `bei ${count} von ${shown} beschriebenen Personen`,
  sourcesOfPhenotypes:
    "Die Angaben zur Häufigkeit stammen von Orphanet (ORPHA). Fehlt dort eine Angabe, stützen wir uns auf Fallbeschreibungen in Fachartikeln (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Jede dieser Angaben beruht auf einer einzigen Person. Bei anderen kann es anders sein."
      : `Jede dieser Angaben beruht auf höchstens ${shown} Personen. Bei anderen kann es anders sein.`
}

const fr: typeof en = {
  title: "Chercher par symptômes",
  intro: "Décrivez avec vos mots. Indiquez aussi ce qui est absent : « pas de fièvre ».",
  label: "Que remarquez-vous ?",
  add: "Ajouter un symptôme de la liste",
  addHint: "Tapez quelques lettres, puis choisissez.",
  find: "Chercher des maladies",
  change: "Modifier ou ajouter des symptômes",
  example: "Par exemple : convulsions, muscles faibles, petite tête, pas de surdité.",
  notDiagnosis: "Ceci n’est pas un diagnostic",
  notice:
    "La maladie en cause ne figure peut-être pas parmi les résultats. Montrez-les à un médecin, si possible dans un centre de référence maladies rares.",
  method: "Nous avons comparé vos symptômes aux descriptions publiées de maladies rares.",
  understood: "Ce que nous avons compris",
  there: "Présents",
  notThere: "Absents",
  noticed: "Symptômes présents",
  notNoticed: "Symptômes absents",
  unsure: "Vouliez-vous dire cela ? Ajoutez-le pour qu’il soit pris en compte",
  addSign: "Ajouter",
  remove: "Retirer",
  notThis: "Ce symptôme est absent",
  isThere: "Ce symptôme est présent",
  print: "Imprimer pour votre médecin",
  printNow: "Imprimer",
  forDoctor: "Symptômes et maladies à montrer à votre médecin",
  readAsSigns: "Aucune maladie ne porte ce nom. Voici celles qui ressemblent aux symptômes que vous décrivez.",
  moreDiseases: (number) => `${number} autres maladies`,
  unknown: "Mots non compris",
  nothing: "Nous n’avons reconnu aucun symptôme. Essayez d’autres mots, un symptôme à la fois.",
  fits: "Ce qui correspond",
  similar: "Proche, mais pas identique",
  onlySimilar: (number, shown) =>
    number === 1
      ? "1 maladie aux symptômes proches, mais pas identiques"
      : `${shown} maladies aux symptômes proches, mais pas identiques`,
  lookedFor: "proche de",
  against: "Possible dans cette maladie, mais absent selon vous",
  versions: (hpo, orphanet) => `Données : Human Phenotype Ontology ${hpo}, Orphanet ${orphanet}.`,
  few: "Un ou deux symptômes correspondent à beaucoup de maladies. Ajoutez-en d’autres pour préciser la liste.",
  percentages:
    "« 80–99 % » veut dire : sur 100 personnes atteintes, 80 à 99 ont ce symptôme. On n’a pas forcément tous ces symptômes.",
  results: "Maladies à évoquer avec un médecin",
  source: "Source",
  otherSigns: "Autres symptômes",
  sources: "Sources",
  ofDisease: "Symptômes",
  more: (number) => `Voir les ${number} autres`,
  names: "Noms dans d’autres langues",
  frequencies: {
    excluded: "n’apparaît pas",
    obligate: "toujours",
    very_frequent: "très souvent",
    frequent: "souvent",
    occasional: "parfois",
    very_rare: "très rarement"
  },
  about: "environ",
  observed: (of, count, shown) => {
    if (of === 1) return `${count === "0" ? "non " : ""}observé chez la seule personne décrite`
    return count === shown
      ? `observé chez les ${shown} personnes décrites`
      : `observé chez ${count} des ${shown} personnes décrites`
  },
  sourcesOfPhenotypes:
    "Fréquences données par Orphanet (ORPHA) ou, à défaut, calculées d’après les personnes décrites dans des publications (OMIM, Human Phenotype Ontology).",
  fewPeople: (of, shown) =>
    of === 1
      ? "Chacune de ces indications repose sur une seule personne : chez d’autres, cela peut être différent."
      : `Chacune de ces indications repose sur ${shown} personnes au plus : chez d’autres, cela peut être différent.`
}

/** The search by signs, and the signs of a disease. */
export const signs = { en, de, fr }
