import type { FrequencyClass } from "@rare-disease-community/signs/Frequency"

const frequencies: Readonly<Record<FrequencyClass, string>> = {
  excluded: "does not occur",
  obligate: "always",
  very_frequent: "very frequent",
  frequent: "frequent",
  occasional: "occasional",
  very_rare: "very rare"
}

const deFrequencies: typeof frequencies = {
  excluded: "kommt nicht vor",
  obligate: "immer",
  very_frequent: "sehr häufig",
  frequent: "häufig",
  occasional: "gelegentlich",
  very_rare: "sehr selten"
}

const en = {
  title: "Search by symptoms",
  intro: "Use your own words. You can also say what you haven’t noticed: “no fever”.",
  label: "What have you noticed?",
  add: "Add a symptom from the list (optional)",
  addHint: "Type a few letters and choose one.",
  find: "Find diseases",
  change: "Change or add symptoms",
  example: "For example: seizures, weak muscles, small head, no hearing loss.",
  urgentShort: "Emergency? Call your local number (112 in Europe)",
  urgent: "Call your local emergency number now (112 in Europe) for:",
  urgentSigns: [
    "difficulty breathing",
    "sudden severe chest pain",
    "a first seizure, or one that lasts more than 5 minutes",
    "one side of the face drooping, a weak arm, or trouble speaking",
    "someone who can’t be woken"
  ],
  notDiagnosis: "This is not a diagnosis",
  notice:
    "Usually, the cause is something more common. This search only covers rare diseases, and the right one may be missing. Show your results to a doctor, ideally at a rare disease centre.",
  method: "We compared your symptoms with published descriptions of rare diseases.",
  understood: "What we understood",
  there: "Present",
  notThere: "Not present",
  noticed: "What you’ve noticed",
  notNoticed: "What you haven’t noticed",
  unsure: "Did you mean this? It doesn’t count until you add it",
  ofRelatives: "Someone in the family has this. It doesn’t count until you add it",
  addSign: "Add",
  remove: "Remove",
  removeAround: { before: "Remove “", after: "”" },
  notThis: "I haven’t noticed this",
  isThere: "I have noticed this",
  print: "Print for your doctor",
  printNow: "Print",
  forDoctor: "Symptoms and diseases to talk about with a doctor",
  readAsSigns: "No disease has this name. These match the symptoms you describe.",
  moreDiseases: (number: string) => `${number}\u00a0more diseases`,
  unknown: "Not understood",
  nothing: "We didn’t recognise any symptom. Try other words, one symptom at a time.",
  formsFit: (shown: string) => `${shown}\u00a0forms fit`,
  otherForms: (number: number, shown: string): string =>
    number === 1 ? "1\u00a0more form" : `${shown}\u00a0more forms`,
  fits: "Matches",
  similar: "Similar, but not the same",
  onlySimilar: (number: number, shown: string): string =>
    number === 1 ? "1\u00a0disease with only similar symptoms" : `${shown}\u00a0diseases with only similar symptoms`,
  lookedFor: "you said",
  noFrequency: "frequency not recorded",
  quoted: (text: string) => `“${text}”`,
  against: "Can be part of this disease, but you haven’t noticed it",
  versions: (hpo: string, orphanet: string) => `Data: Human Phenotype Ontology (${hpo}), Orphanet ${orphanet}.`,
  few: "One or two symptoms match many diseases. Add more for a more precise list.",
  percentages:
    "“80–99%” means that 80 to 99 out of 100\u00a0people with the disease have the symptom. Hardly anyone has every symptom.",
  results: "Diseases to ask a doctor about",
  howSorted: "How the list is sorted",
  orderSays: "The order doesn’t show how likely a disease is.",
  bestFirst:
    "The best matches come first. How well known and how well described a disease is also plays a part, so a more common disease can come lower.",
  source: "Source",
  otherSigns: "Other symptoms",
  sources: "Sources",
  ofDisease: "Symptoms",
  more: (number: string) => `Show ${number}\u00a0more`,
  names: "Names in other languages",
  frequencies,
  /** Of a group of symptoms, above it. */
  frequencyHeads: frequencies,
  about: "about",
  observed: (of: number, count: string, shown: string) =>
    of === 1
      ? `${count === "0" ? "not " : ""}seen in the one person described`
      : count === shown
        ? `seen in ${of === 2 ? "both" : `all ${shown}`} people described`
        : `seen in ${count} of the ${shown}\u00a0people described`,
  butSeen: (count: string, of: string, percent: string) =>
    `published studies: ${count} of ${of}\u00a0people (${percent}%)`,
  sourcesOfPhenotypes:
    "Frequencies come from Orphanet (ORPHA), in broad bands. Where Orphanet has none, they come from people described in medical articles (OMIM, Human Phenotype Ontology).",
  twoSources: "Where published studies differ a lot from Orphanet’s figure, both are shown.",
  fewPeople: (of: number, shown: string) =>
    of === 1
      ? "Each of these figures comes from a single person, so it may be different for others."
      : `Each of these figures comes from ${shown}\u00a0people at most, so it may be different for others.`
}

const de: typeof en = {
  title: "Nach Symptomen suchen",
  intro: "Beschreiben Sie es mit eigenen Worten. Schreiben Sie auch, was nicht zutrifft: „kein Fieber“.",
  label: "Was fällt Ihnen auf?",
  add: "Symptom aus der Liste hinzufügen (optional)",
  addHint: "Geben Sie ein paar Buchstaben ein und wählen Sie ein Symptom aus.",
  find: "Erkrankungen suchen",
  change: "Symptome ändern oder hinzufügen",
  example: "Zum Beispiel: Krampfanfälle, schwache Muskeln, kleiner Kopf, kein Hörverlust.",
  urgentShort: "Notfall? Wählen Sie die 112",
  urgent: "Wählen Sie sofort den Notruf 112 bei:",
  urgentSigns: [
    "Atemnot",
    "plötzlichen starken Brustschmerzen",
    "einem ersten Krampfanfall oder einem, der länger als 5 Minuten dauert",
    "herabhängendem Mundwinkel, plötzlicher Schwäche in einem Arm oder Sprachstörungen",
    "Bewusstlosigkeit (jemand reagiert nicht mehr)"
  ],
  notDiagnosis: "Das Ergebnis ist keine Diagnose",
  notice:
    "Meist haben solche Symptome eine häufigere Ursache. Diese Suche umfasst nur seltene Erkrankungen, und auch von diesen können einige fehlen. Zeigen Sie die Ergebnisse Ihrer Ärztin oder Ihrem Arzt, am besten in einem Zentrum für Seltene Erkrankungen.",
  method: "Wir haben Ihre Symptome mit veröffentlichten Beschreibungen seltener Erkrankungen verglichen.",
  understood: "Das haben wir verstanden",
  there: "Vorhanden",
  notThere: "Nicht vorhanden",
  noticed: "Ihre Angaben",
  notNoticed: "Das trifft nicht zu",
  unsure: "Meinten Sie das? Es zählt erst, wenn Sie es hinzufügen",
  ofRelatives: "Das hat jemand aus der Familie. Es zählt erst, wenn Sie es hinzufügen",
  addSign: "Hinzufügen",
  remove: "Entfernen",
  removeAround: { before: "„", after: "“ entfernen" },
  notThis: "Als nicht zutreffend markieren",
  isThere: "Als zutreffend markieren",
  print: "Liste drucken",
  printNow: "Drucken",
  forDoctor: "Symptome und Erkrankungen für das Arztgespräch",
  readAsSigns: "Keine Erkrankung heißt so. Diese passen zu den Symptomen, die Sie beschreiben.",
  moreDiseases: (number) => `${number}\u00a0weitere Erkrankungen`,
  unknown: "Nicht verstanden",
  nothing: "Wir haben kein Symptom erkannt. Versuchen Sie es mit anderen Wörtern, ein Symptom nach dem anderen.",
  formsFit: (shown) => `${shown}\u00a0Formen passen`,
  otherForms: (number, shown) => (number === 1 ? "Noch eine Form" : `${shown}\u00a0weitere Formen`),
  fits: "Das passt",
  similar: "Ähnlich, aber nicht dasselbe",
  onlySimilar: (number, shown) =>
    number === 1
      ? "1\u00a0Erkrankung, bei der die Symptome nur ähnlich sind"
      : `${shown}\u00a0Erkrankungen, bei denen die Symptome nur ähnlich sind`,
  lookedFor: "Ihre Angabe",
  noFrequency: "Häufigkeit nicht bekannt",
  quoted: (text) => `„${text}“`,
  against: "Kommt dabei auch vor, trifft aber nach Ihren Angaben nicht zu",
  versions: (hpo, orphanet) => `Daten: Human Phenotype Ontology (${hpo}), Orphanet ${orphanet}.`,
  few: "Je mehr Symptome Sie angeben, desto genauer wird die Liste.",
  percentages:
    "„80–99 %“ heißt: Von 100 Menschen mit der Erkrankung haben 80 bis 99 das Symptom. Nicht alle haben jedes Symptom.",
  results: "Das könnten Sie in der Praxis ansprechen",
  howSorted: "So ist die Liste sortiert",
  orderSays: "Die Reihenfolge sagt nichts darüber aus, wie wahrscheinlich eine Erkrankung ist.",
  bestFirst:
    "Oben in der Liste stehen Erkrankungen, zu denen die meisten Ihrer Angaben passen. Es zählt auch, wie bekannt und wie gut beschrieben eine Erkrankung ist. Deshalb kann eine häufigere weiter unten stehen.",
  source: "Quelle",
  otherSigns: "Weitere Symptome",
  sources: "Quellen",
  ofDisease: "Symptome",
  more: (number) => `${number}\u00a0weitere anzeigen`,
  names: "Namen in anderen Sprachen",
  frequencies: deFrequencies,
  frequencyHeads: deFrequencies,
  about: "etwa",
  observed: (of, count, shown) =>
    of === 1
      ? `${count === "0" ? "nicht " : ""}bei der einzigen beschriebenen Person`
      : count === shown
        ? `bei ${of === 2 ? "beiden" : `allen ${shown}`} beschriebenen Personen`
        : `bei ${count} von ${shown}\u00a0beschriebenen Personen`,
  butSeen: (count, of, percent) => `in Studien bei ${count} von ${of}\u00a0Personen (${percent}\u00a0%)`,
  sourcesOfPhenotypes:
    "Die Angaben zur Häufigkeit stammen von Orphanet (ORPHA). Sie sind nur grob abgestuft. Steht dort nichts, nehmen wir Zahlen aus Fachartikeln (OMIM, Human Phenotype Ontology).",
  twoSources: "Weichen Studien stark von den Angaben bei Orphanet ab, nennen wir beide Werte.",
  fewPeople: (of, shown) =>
    of === 1
      ? "Jede dieser Angaben beruht auf einer einzigen Person. Bei anderen kann es anders sein."
      : `Jede dieser Angaben beruht auf höchstens ${shown}\u00a0Personen. Bei anderen kann es anders sein.`
}

const fr: typeof en = {
  title: "Chercher par symptômes",
  intro: "Décrivez-le avec vos mots. Dites aussi ce que vous n’observez pas : « pas de fièvre ».",
  label: "Que remarquez-vous ?",
  add: "Ajouter un symptôme de la liste (facultatif)",
  addHint: "Tapez quelques lettres, puis choisissez.",
  find: "Chercher des maladies",
  change: "Modifier ou ajouter des symptômes",
  example: "Par exemple : convulsions, muscles faibles, petite tête, pas de surdité.",
  urgentShort: "Urgence ? Appelez le 112 (ou le 15 en France)",
  urgent: "Appelez tout de suite le 112 (ou le 15 en France) en cas de :",
  urgentSigns: [
    "difficulté à respirer",
    "douleur soudaine et forte dans la poitrine",
    "première crise convulsive, ou crise de plus de 5 minutes",
    "visage qui se déforme d’un côté, faiblesse d’un bras ou trouble de la parole",
    "personne inconsciente ou impossible à réveiller"
  ],
  notDiagnosis: "Ceci n’est pas un diagnostic",
  notice:
    "Le plus souvent, la cause est une maladie plus courante. Cette recherche ne porte que sur les maladies rares, et celle que vous cherchez n’y figure peut-être pas. Montrez les résultats à un médecin, si possible dans un centre de référence maladies rares.",
  method: "Nous avons comparé les symptômes indiqués aux descriptions publiées de maladies rares.",
  understood: "Ce que nous avons compris",
  there: "Présents",
  notThere: "Absents",
  noticed: "Symptômes présents",
  notNoticed: "Symptômes absents",
  unsure: "Vouliez-vous dire cela ? Ajoutez-le pour qu’il soit pris en compte",
  ofRelatives: "Symptôme d’un proche. Ajoutez-le pour qu’il soit pris en compte",
  addSign: "Ajouter",
  remove: "Retirer",
  removeAround: { before: "Retirer « ", after: " »" },
  notThis: "Marquer comme absent",
  isThere: "Marquer comme présent",
  print: "Imprimer pour votre médecin",
  printNow: "Imprimer",
  forDoctor: "Symptômes et maladies à montrer à votre médecin",
  readAsSigns: "Aucune maladie ne porte ce nom. Voici celles qui ressemblent aux symptômes que vous décrivez.",
  moreDiseases: (number) => `${number}\u00a0autres maladies`,
  unknown: "Mots non compris",
  nothing: "Nous n’avons reconnu aucun symptôme. Essayez d’autres mots, un symptôme à la fois.",
  formsFit: (shown) => `${shown}\u00a0formes correspondent`,
  otherForms: (number, shown) => (number === 1 ? "1\u00a0autre forme" : `${shown}\u00a0autres formes`),
  fits: "Ce qui correspond",
  similar: "Symptômes proches",
  onlySimilar: (number, shown) =>
    number === 1
      ? "1\u00a0maladie aux symptômes proches, mais pas identiques"
      : `${shown}\u00a0maladies aux symptômes proches, mais pas identiques`,
  lookedFor: "vous avez écrit",
  noFrequency: "fréquence inconnue",
  quoted: (text) => `« ${text} »`,
  against: "Possible dans cette maladie, mais vous ne l’avez pas observé",
  versions: (hpo, orphanet) => `Données : Human Phenotype Ontology (${hpo}), Orphanet ${orphanet}.`,
  few: "Un ou deux symptômes correspondent à beaucoup de maladies. Ajoutez-en d’autres pour préciser la liste.",
  percentages:
    "« 80–99 % » veut dire : sur 100 personnes atteintes, 80 à 99 ont ce symptôme. Une même personne n’a pas forcément tous ces symptômes.",
  results: "Maladies à évoquer avec un médecin",
  howSorted: "Comment la liste est triée",
  orderSays: "Cet ordre n’indique pas la probabilité de chaque maladie.",
  bestFirst:
    "En premier : les maladies qui correspondent au plus grand nombre de vos symptômes. Leur notoriété et la précision de leur description comptent aussi : une maladie plus fréquente peut donc venir plus bas.",
  source: "Source",
  otherSigns: "Autres symptômes",
  sources: "Sources",
  ofDisease: "Symptômes",
  more: (number) => `Voir les ${number}\u00a0autres`,
  names: "Noms dans d’autres langues",
  frequencies: {
    excluded: "n’apparaît pas",
    obligate: "toujours",
    very_frequent: "très souvent",
    frequent: "souvent",
    occasional: "parfois",
    very_rare: "très rarement"
  },
  frequencyHeads: {
    excluded: "absents",
    obligate: "toujours présents",
    very_frequent: "très fréquents",
    frequent: "fréquents",
    occasional: "occasionnels",
    very_rare: "très rares"
  },
  about: "environ",
  observed: (of, count, shown) => {
    if (of === 1) return `${count === "0" ? "pas " : ""}chez la seule personne décrite`
    return count === shown
      ? `chez les ${of === 2 ? "deux" : shown} personnes décrites`
      : `chez ${count}\u00a0${count === "1" ? "personne" : "personnes"} sur ${shown}\u00a0décrites`
  },
  butSeen: (count, of, percent) =>
    `dans les études, ${count}\u00a0${count === "1" ? "personne" : "personnes"} sur ${of} (${percent}\u00a0%)`,
  sourcesOfPhenotypes:
    "Les fréquences viennent d’Orphanet (ORPHA), sous forme de fourchettes, ou, à défaut, de cas décrits dans des articles médicaux (OMIM, Human Phenotype Ontology).",
  twoSources: "Quand les études diffèrent beaucoup du chiffre d’Orphanet, les deux sont indiqués.",
  fewPeople: (of, shown) =>
    of === 1
      ? "Chacune de ces indications repose sur une seule personne : chez d’autres, cela peut être différent."
      : `Chacune de ces indications repose sur ${shown}\u00a0personnes au plus : chez d’autres, cela peut être différent.`
}

/** The search by signs, and the signs of a disease. */
export const phenotypes = { en, de, fr }
