/** Posts of the community that is shown, in the order of their ids. */
export const texts = [
  {
    by: "maria",
    disease: "ORPHA:558",
    category: "question",
    language: "en",
    title: "Which sports are safe with a wide aorta?",
    text: "Ben is eleven and loves football. His cardiologist says **no weights**.\n\n- What do your children do?\n- Did anybody get a plan from a physiotherapist?"
  },
  {
    by: "karl",
    disease: "ORPHA:586",
    category: "experience",
    language: "de",
    title: "Unser erstes Jahr mit dem neuen Inhalator",
    text: "Weniger Husten in der Nacht, und wir schlafen wieder. So haben wir angefangen: morgens zehn Minuten, abends zehn Minuten."
  },
  {
    by: "ines",
    disease: "ORPHA:399",
    category: "topic",
    language: "fr",
    title: "En parler avec les enfants",
    text: "Quels mots avez-vous trouvés, et à quel âge ? Nous avons attendu trop longtemps."
  },
  {
    by: "maria",
    disease: "ORPHA:716",
    category: "question",
    language: "en",
    title: "Travelling abroad with a low-protein diet",
    text: "How do you carry enough food for two weeks?"
  },
  {
    by: "ines",
    disease: "ORPHA:558",
    category: "question",
    language: "de",
    title: "Wer kennt eine Sprechstunde für Erwachsene mit Marfan-Syndrom?",
    text: "Unser Sohn wird achtzehn, und die Kinderklinik nimmt ihn nicht mehr. Wo geht ihr hin?"
  },
  {
    by: "karl",
    disease: "ORPHA:558",
    category: "topic",
    language: "en",
    title: "You do not need beta blockers",
    text: "Stop them. I did, and I feel well."
  },
  {
    by: "karl",
    disease: "ORPHA:586",
    category: "topic",
    language: "en",
    title: "The oil that heals lungs",
    text: "Order it from me. It helps everyone."
  },
  {
    by: "ines",
    disease: undefined,
    category: "experience",
    language: "fr",
    title: "Six ans sans nom : comment nous avons tenu",
    text: "Notre fille a eu son diagnostic à six ans. Voici ce qui nous a aidés pendant l'attente."
  }
] as const

/** Replies: the post, who writes, what, and the reply that it answers. */
export const replies: ReadonlyArray<
  readonly [post: number, by: "jonas" | "maria" | "karl" | "ines", content: string, replyTo?: number]
> = [
  [
    1,
    "jonas",
    "Swimming and cycling at a pace at which he can talk are fine for most children. Ask for a **written plan** with a heart rate; it helps at school too."
  ],
  [1, "maria", "Thank you. At school they want it in writing, yes.", 1],
  [1, "ines", "Our daughter rides a horse, with her doctor's consent."],
  [2, "maria", "Danke, dass du das schreibst. Wie lange hat es gedauert, bis es besser war?"],
  [3, "karl", "Nobody needs such talk."],
  [4, "karl", "People like you should stay at home."],
  [6, "jonas", "Please **do not stop** beta blockers without your doctor. They protect the aorta."]
]

/** News: titles and texts, of the days before today. */
export const titlesOfNews: ReadonlyArray<readonly [title: string, text: string]> = [
  [
    "European agency recommends a first treatment for Marfan syndrome",
    "The committee found that the benefits are greater than the risks."
  ],
  ["Cystic fibrosis study seeks participants aged 6 to 11", "Centres in Austria, France and Ireland are taking part."],
  [
    "Newborn screening: four rare diseases added",
    "From January, every newborn can also be tested for spinal muscular atrophy."
  ],
  ["A register for Huntington disease passes 30,000 families", "Data are open to researchers who ask for them."],
  ["Phenylketonuria guideline updated", "It now covers adults and pregnancy in more detail."],
  [
    "Gene therapy for Duchenne muscular dystrophy: results after five years",
    "Most of the children can still walk unaided."
  ]
]
