/** What people call a disease who are no doctors, and how they tell of it; a disease is found by its code. */
export interface LayNames {
  readonly names: ReadonlyArray<string>
  /** What is noticed of it, in everyday words. */
  readonly told: string
}

/** One disease a line: its code, its names, and what is told of it. */
const lines = `
MONDO:0000115 | brain too low; brain falling out of the skull | part of the brain hangs into the spinal canal, headache when coughing
MONDO:0000290 | brain eating amoeba; brain-eating ameba | amoeba from warm water enters brain through nose
MONDO:0000819 | born without a brain; no brain; baby without brain | born without most of the brain and skull
MONDO:0000845 |  | bone replaced by fibrous tissue
MONDO:0001029 | no neck; short neck | neck bones grown together, short neck
MONDO:0001112 | black death | swollen lymph nodes by flea bites
MONDO:0001117 | blue skin; blue people; blue fugates; blue people of Kentucky; blue man; blue blood | blood cannot carry oxygen, blue skin, chocolate colored blood
MONDO:0001149 | small head; tiny head; small brain; zika babies | child born with a very small head
MONDO:0001347 | can't smile disease | weak muscles of face, shoulder blades and upper arms
MONDO:0001516 | floppy baby disease | loss of motor neurons in the spinal cord of infants, floppy weak baby that cannot sit or walk
MONDO:0001676 | sun pain; allergy to the sun; vampire disease | burning painful skin within minutes of sunlight
MONDO:0001734 |  | benign tumors in brain, skin, kidney and heart with epilepsy, facial spots
MONDO:0002442 | sudden fainting heart | abnormal heart rhythm with fainting, slow recharge of the heart, sudden death
MONDO:0002457 | Wonder movie; Auggie; missing cheekbones; face of the boy in Wonder | missing cheek bones, small jaw and ears, slanting eyes
MONDO:0002474 |  | kidney stones in children, oxalate
MONDO:0003227 | face blindness; cannot recognize faces |
MONDO:0004691 | kidney cysts; cysts on kidneys | many cysts grow in both kidneys of adults until they fail, high blood pressure
MONDO:0004933 | half a heart; half heart | baby born with half a heart, left side too small
MONDO:0004976 | Lou Gehrig; Stephen Hawking disease; ice bucket challenge disease; motor neurone disease | loss of motor neurons, nerve cells that control muscles die, paralysis, trouble swallowing and speaking in adults
MONDO:0005021 | enlarged heart; big heart; weak heart muscle | enlarged weak heart that pumps badly
MONDO:0005029 | too many platelets | too many platelets, clots
MONDO:0005045 | thick heart; sudden death of athletes; enlarged heart | thick heart muscle, sudden death of young athletes
MONDO:0005072 | childhood nerve cancer | cancer of nerve tissue in small children, lump in the belly
MONDO:0005100 | hard skin disease; skin turning to stone; scleroderma | hardening of the skin and internal organs, cold white fingers
MONDO:0005124 | lepers; biblical skin disease | numb skin patches and nerve damage, loss of fingers
MONDO:0005357 | mad cow disease; mad cow disease in humans; human mad cow | rapid dementia, prion, brain becomes like a sponge
MONDO:0005439 | inherited high cholesterol | very high cholesterol from birth, early heart attacks, yellow lumps on tendons
MONDO:0005459 | sleeping sickness | tsetse fly bite, sleeping sickness
MONDO:0005508 | bone bumps; bony lumps | many bony bumps near joints
MONDO:0005526 | lockjaw | jaw and muscle spasms after a dirty wound
MONDO:0005761 | giant legs; elephant legs | huge swollen legs by worms
MONDO:0005835 | family colon cancer | inherited colon and womb cancer
MONDO:0006292 | asbestos cancer | cancer of the lining of the lung by asbestos
MONDO:0006507 | iron overload; too much iron; bronze diabetes; Celtic curse | body absorbs too much iron which builds up in liver and heart, bronze skin
MONDO:0006536 | no body fat; muscular baby without fat | born without body fat, muscular look
MONDO:0006541 | butterfly children; butterfly skin; butterfly child disease | fragile skin blisters at the slightest touch
MONDO:0006573 | no body fat; no fat under the skin | loss of fat under the skin
MONDO:0006664 | hole in the heart | hole between the upper chambers of the heart
MONDO:0006825 | laughing death; laughing sickness | prion disease from eating human brains
MONDO:0007037 | dwarfism; most common dwarfism; short limbed dwarfism | short arms and legs, large head, normal trunk, short stature
MONDO:0007039 |  | tumors on both hearing nerves, deafness, loss of balance
MONDO:0007041 | mitten hands; spoon hands | skull closes early, fingers grown together like mittens
MONDO:0007113 | happy puppet; laughing angel; happy puppet syndrome; laughing child | happy child who laughs often, no speech, seizures, jerky walk, developmental delay
MONDO:0007191 | silk road disease | mouth and genital ulcers with eye inflammation, inflamed blood vessels
MONDO:0007315 | cherub face; angel cheeks | swollen jaw and round cheeks of a child
MONDO:0007318 |  | too few bile ducts, heart defect, butterfly vertebrae
MONDO:0007336 | hole in the roof of the mouth; wolf throat | split in the roof of the mouth
MONDO:0007342 | club feet; twisted foot | foot turned inwards from birth
MONDO:0007404 | cat cry; cat's cry; crying cat; meowing baby; cat cry disease | newborn cries like a cat, small head, part of chromosome 5 missing
MONDO:0007414 | vanishing bone; vanishing bones; disappearing bone; phantom bone | bones dissolve and vanish
MONDO:0007534 | big tongue baby; large tongue | large baby with big tongue, belly wall defect
MONDO:0007585 | bone bumps; bony lumps | many bony bumps near joints
MONDO:0007606 | stone man syndrome; stone man disease; Münchmeyer; statue disease; second skeleton disease | muscle and soft tissue turn into bone, extra skeleton, big toe malformed
MONDO:0007710 | half of face shrinking; half face wasting | one half of the face wastes away
MONDO:0007739 | dancing disease | inherited brain disease in middle age with uncontrolled jerky movements, mood changes and dementia
MONDO:0007803 |  | adults with parkinsonism, low blood pressure and ataxia
MONDO:0007827 |  | older men with weak thighs and fingers, muscle inflammation
MONDO:0007863 | sleeping beauty; sleeping beauty syndrome; sleeping beauty disease | long episodes of sleeping most of the day, excessive sleep for weeks
MONDO:0007885 | child's hip bone dies | hip bone of a child dies, limping
MONDO:0007947 |  | tall thin person with long arms, legs and fingers, loose joints, heart valve problem, weak aorta, dislocated lens of the eye
MONDO:0007950 |  | too many mast cells, flushing, itching, allergic attacks
MONDO:0008006 | no smile; cannot smile; face without expression; mask face | face paralyzed from birth, cannot smile or move the eyes sideways
MONDO:0008219 |  | painful blisters of mouth and skin, autoimmune
MONDO:0008244 | white forelock; zebra people | white patch of hair and skin from birth
MONDO:0008280 | freckles on the lips | dark freckles on the lips and polyps in the gut
MONDO:0008294 | madness of King George; purple urine disease | attacks of severe abdominal pain, confusion and dark red urine
MONDO:0008300 | always hungry disease; insatiable hunger syndrome; never full disease | insatiable hunger leading to obesity, low muscle tone in babies, small hands, intellectual disability
MONDO:0008310 | premature aging disease; Benjamin Button disease; children who look old | children who age too fast, early old age, bald small child
MONDO:0008318 | elephant man; elephant man disease; Joseph Merrick disease | overgrowth of parts of the body, bones and skin grow out of proportion
MONDO:0008380 | baby eye cancer; white pupil; glowing eye | cancer of the eye in babies, white reflection in the pupil on photos
MONDO:0008434 | self hugging; awake at night | child sleeps by day, hugs himself, behavior problems
MONDO:0008491 | stiff man; Celine Dion disease; human statue disease; stiff man disease; tin man syndrome | painful muscle spasms and stiffness of trunk and legs, triggered by noise
MONDO:0008492 | stone skin; hard skin child | hard thick stone like skin from birth
MONDO:0008501 | port wine stain syndrome; port-wine stain on face | red wine colored birthmark on the face, seizures, glaucoma
MONDO:0008542 | blue baby; blue baby syndrome | heart defect with blue skin of the baby
MONDO:0008558 | low platelets | too few platelets, bruises, immune system destroys platelets
MONDO:0008564 | missing part of chromosome 22 | missing piece of chromosome 22, heart defect, cleft palate, no thymus
MONDO:0008599 | electric shock face pain; tic douloureux | sudden severe facial pain like electric shock
MONDO:0008608 | trisomy; extra chromosome 21 | extra chromosome 21, intellectual disability, typical face
MONDO:0008621 | spun glass hair; Einstein hair; hair that cannot be combed | dry frizzy silvery hair that cannot be combed flat
MONDO:0008667 |  | tumors and cysts with many blood vessels in brain, eye, kidney and adrenal
MONDO:0008678 | elfin face; pixie face; cocktail party personality; elf face syndrome; overfriendly | very friendly talkative child with elfin face, heart defect, love of music
MONDO:0008685 | racing heart | extra electric pathway, attacks of racing heart
MONDO:0008721 | cannot burn fat | cannot use fat for energy, low sugar when fasting
MONDO:0008752 |  | destruction of white matter in brain of infants with large head
MONDO:0008753 | black urine disease; black urine; black bone disease | urine turns black when it stands, dark cartilage, early arthritis
MONDO:0008840 |  | child with unsteady walk, red spider veins in the eyes, weak immune system, cancer
MONDO:0008867 |  | bile ducts blocked in newborn, jaundice, yellow baby, pale stools
MONDO:0008963 | silvery hair |
MONDO:0008965 |  | hole in the iris, heart defects, blocked nose, deafness
MONDO:0009044 |  | yellow newborn, bilirubin, blue light therapy
MONDO:0009050 | moon face | too much cortisol, moon face, belly fat, purple stretch marks
MONDO:0009061 | salty skin disease; sixty-five roses; 65 roses | thick sticky mucus in lungs and pancreas, salty sweat, lung infections, poor digestion
MONDO:0009072 |  | cyst and missing part of cerebellum
MONDO:0009107 | hitchhiker thumb | short limbs, clubfoot, hitchhiker thumb
MONDO:0009162 | six fingered dwarfs; Amish dwarfism | short limbs, extra fingers, heart defect in Amish
MONDO:0009176 | tree man; tree man disease; tree bark skin; wart disease | skin covered with warts like bark of a tree
MONDO:0009249 | cannot eat fruit sugar | vomiting and low sugar after eating fruit or table sugar
MONDO:0009264 | intestines outside the body; bowels outside belly | baby born with bowels outside the belly through a hole
MONDO:0009290 |  | glycogen builds up in heart and muscle of infants, enlarged heart, weak muscles, enzyme missing; glycogen builds up in heart and muscle of infants, enlarged heart, weak muscles, acid maltase enzyme missing
MONDO:0009293 |  | muscle cramps and dark urine after exercise, cannot use glycogen, second wind
MONDO:0009349 | one eye; cyclops; one-eyed baby | baby born with a single eye
MONDO:0009443 | harlequin baby; harlequin fetus | newborn with thick plates of skin, diamond shaped hard scales
MONDO:0009499 |  | infants irritable and stiff, nerve sheath myelin destroyed
MONDO:0009509 | child stops understanding speech | child loses speech and understanding of words, epilepsy
MONDO:0009563 | maple syrup disease; sweet smelling urine | urine of the baby smells sweet like maple syrup, cannot break down branched amino acids
MONDO:0009688 | snowflake disease; droopy eyelid disease | muscles get tired and weak with activity, drooping eyelids, double vision
MONDO:0009723 |  | infant loses motor skills, mitochondria make too little energy
MONDO:0009735 | bamboo hair | red scaly skin, bamboo hair, allergies
MONDO:0009746 | can't feel pain; feels no pain and cannot sweat | cannot feel pain or temperature, no sweating, injures himself
MONDO:0009757 | childhood Alzheimer's; children's Alzheimer | children lose memory and movement, cholesterol builds up in cells, cannot look up and down
MONDO:0009861 | diet soda warning disease | cannot break down phenylalanine from protein in food, heel prick test newborn, strict low protein diet
MONDO:0009869 | bird face | small jaw, tongue falls back, cleft palate in newborn
MONDO:0009877 | dwarfs of Ecuador; immune to cancer dwarfs | short stature, insensitive to growth hormone
MONDO:0009891 | thick blood; too many red blood cells; thick blood disease | bone marrow makes too many red blood cells, thick blood, itching after a hot bath, clots
MONDO:0009902 | vampire disease; werewolf disease; Gunther | severe blistering by sunlight, red teeth and urine, scars
MONDO:0009910 | no body fat |
MONDO:0009925 |  | yellow bumps on neck skin, loss of vision, calcified elastic fibers
MONDO:0010029 | mirror image organs; heart on the right side; organs on wrong side; reversed organs | organs mirrored, heart on the right side
MONDO:0010079 | spongy brain | baby with large head, spongy degeneration of the white matter
MONDO:0010100 | cherry red spot disease | baby loses skills, sight and hearing, cherry red spot in the eye, common in Ashkenazi Jews
MONDO:0010196 | adult premature aging | premature aging that begins in early adulthood, gray hair, cataracts
MONDO:0010200 | copper disease; too much copper; copper eyes | copper builds up in liver, brain and eyes, brown ring in the cornea
MONDO:0010298 | self biting disease; self mutilation syndrome; juvenile gout | boys bite their lips and fingers, too much uric acid, self injury, involuntary movements
MONDO:0010311 |  | milder slow muscle wasting and weakness in boys and young men
MONDO:0010383 | inherited autism | inherited intellectual disability in boys with long face, large ears, autism
MONDO:0010421 | no antibodies | boys without antibodies, repeated bacterial infections
MONDO:0010518 |  | boys with eczema, bleeding and infections
MONDO:0010526 |  | burning pain in hands and feet, little sweat, kidney failure, small dark red skin spots, enzyme alpha-galactosidase missing
MONDO:0010602 | factor 8 bleeding disease; royal disease | blood does not clot because factor VIII is missing, boys bleed a lot after injury, bleeding into joints
MONDO:0010604 | Christmas disease; factor 9 bleeding disease | blood does not clot because factor IX is missing, boys bleed a lot after injury
MONDO:0010619 |  | bowed legs, soft bones, rickets that vitamin D does not cure
MONDO:0010651 | kinky hair disease; steely hair; twisted hair | boys with kinky brittle hair who cannot absorb copper, brain degenerates
MONDO:0010679 |  | muscles slowly waste and weaken in boys, wheelchair in childhood, large calves, trouble climbing stairs
MONDO:0010726 | silent angels; hand wringing girls | girls lose speech and use of their hands after normal development, hand wringing
MONDO:0010735 |  | men with muscle cramps and weakness, tongue twitching, enlarged breasts
MONDO:0010788 |  | young men suddenly lose central vision in both eyes
MONDO:0010789 |  | stroke like episodes, mitochondria, muscle weakness
MONDO:0010808 | can't sleep disease; deadly insomnia; fatal sleeplessness; dying from lack of sleep | inability to sleep that gets worse until death, prion
MONDO:0011182 | fish odor; fish odour; smelling like fish; fishy smell disease; body smells like fish | body, sweat and breath smell of rotten fish
MONDO:0011382 | sickle cell; crescent cell; crescent shaped blood cells | red blood cells shaped like a crescent or sickle, pain crises, anemia; red blood cells shaped like a crescent or sickle block vessels, pain crises, anemia
MONDO:0011705 |  | young women with lung cysts and collapsed lung
MONDO:0011758 | gargoylism | coarse face, stiff joints, cloudy eyes, large liver, sugar molecules build up
MONDO:0012105 | saddle nose | inflamed blood vessels of nose, lungs and kidneys, saddle nose
MONDO:0012727 | strawberry tongue | child with high fever, red eyes and strawberry tongue, inflamed coronary arteries
MONDO:0012817 | childhood bone cancer | bone cancer of children and teenagers
MONDO:0013282 |  | young people with lung emphysema and liver disease
MONDO:0015129 | bronze skin; JFK disease | adrenal glands make too little cortisol, dark skin, fatigue, low salt
MONDO:0015168 | crooked joints baby | baby born with many stiff bent joints
MONDO:0015183 |  | too little intestine left to absorb food
MONDO:0015263 | sudden death in sleep | abnormal heart rhythm with sudden death during sleep in young men
MONDO:0015364 | painless disease; unable to feel pain; no pain | child born unable to feel any pain
MONDO:0015469 | skull grown together too early | skull bones of the baby close too early, strange head shape
MONDO:0015564 |  | swollen lymph nodes, fevers, night sweats
MONDO:0015626 |  | inherited nerve disease with weak ankles, numb feet, high arches, thin lower legs like a stork
MONDO:0015661 | heart on the wrong side; heart on the right side | heart points to the right side
MONDO:0015909 | bone marrow failure | bone marrow stops making blood cells
MONDO:0015924 | high blood pressure in the lungs; blue lips disease | high blood pressure in the arteries of the lungs, short of breath
MONDO:0015974 | bubble boy; bubble boy disease; bubble baby; boy in the bubble | baby born without an immune system, severe repeated infections
MONDO:0016019 |  | seizures and wasting of one half of the brain
MONDO:0016033 | joined eyebrows; unibrow syndrome | small child with joined eyebrows, long lashes, missing fingers
MONDO:0016107 | can't let go disease; unable to release grip | muscles cannot relax after grip, muscle weakness, cataracts
MONDO:0016158 | sleep attacks | suddenly falls asleep in the day, loses muscle tone when laughing
MONDO:0016175 | loose skin; saggy skin; old looking baby skin | loose hanging skin without elasticity
MONDO:0016218 | ascending paralysis | immune system attacks nerves after infection, paralysis rising from the legs
MONDO:0016239 |  | crystals in the eyes, kidney failure in children, cystine builds up
MONDO:0016241 | human time bomb disease | attacks of paralysis of one side of the body in a child
MONDO:0016293 | night blindness; cannot see in the dark | cannot see in the dark from birth
MONDO:0016295 | childhood dementia; Batten | child loses sight, has seizures and dementia
MONDO:0016296 | brain not divided | front of the brain does not divide
MONDO:0016367 |  | muscle weakness with purple red rash on eyelids and knuckles
MONDO:0016472 | guinea worm; fiery serpent | long worm comes out of the leg
MONDO:0016512 | Kabuki makeup | face like kabuki actors, long eyelids
MONDO:0016532 |  | severe childhood epilepsy with drop attacks
MONDO:0016535 | no sweat glands; cannot sweat; cone teeth | cannot sweat, few pointed teeth, thin hair
MONDO:0016567 | awake but paralyzed; diving bell and butterfly | fully awake but paralyzed except for the eyes
MONDO:0016575 |  | cilia do not move, chronic wet cough, organs on the wrong side
MONDO:0016576 | lobster claw; lobster hands; claw hands; lobster claw hands | hands or feet split like claws, missing middle fingers
MONDO:0016820 | puff of smoke disease | narrowing of arteries in the brain, tiny vessels like a puff of smoke, strokes in children
MONDO:0017042 |  | very short limbs, narrow chest, dies at birth
MONDO:0017124 | face eating disease | children with malnutrition lose parts of the face
MONDO:0017198 | marble bone; marble bones; bones like stone; bones too dense | bones too dense that break easily like marble
MONDO:0017419 | born without arms and legs; no limbs; no arms | born without arms or legs
MONDO:0017441 | seal limbs; flipper arms; thalidomide babies | hands or feet attached close to the trunk
MONDO:0017658 | startle disease; exaggerated startle; stiff baby | exaggerated startle reaction to noise or touch, stiffness
MONDO:0017778 | alligator skin disease | large dark plates of scaly skin all over the body, collodion baby
MONDO:0017850 | mermaid; mermaid baby; mermaid legs; fused legs | legs of the newborn fused like tail of mermaid
MONDO:0017987 | cyst in the spinal cord | cyst in the spinal cord, numb hands
MONDO:0017991 | pulseless disease | young women with weak pulse, inflamed aorta
MONDO:0018088 |  | attacks of fever and abdominal pain in people from the Mediterranean
MONDO:0018094 | white forelock and different colored eyes; bright blue eyes and deafness | deafness with bright blue or two different colored eyes and a white lock of hair
MONDO:0018097 | infantile spasms; jackknife seizures | infantile spasms, baby bends in jerks
MONDO:0018116 | milk sugar disease; cannot drink milk | newborn cannot digest milk sugar galactose
MONDO:0018150 |  | fat accumulates in spleen and liver because the enzyme glucocerebrosidase is missing, large spleen, bone pain
MONDO:0018177 | aggressive brain cancer | aggressive brain tumor of adults
MONDO:0018181 | scalded skin |
MONDO:0018229 | skin peeling reaction to a drug | blisters and peeling of skin and mouth after a drug
MONDO:0018309 | baby cannot poop | newborn cannot pass stool, missing nerves in the colon, constipation, big belly
MONDO:0018479 |  | newborn girls with male looking genitals, salt loss
MONDO:0018544 | Lorenzo's oil disease; Lorenzo's oil | boys lose brain white matter, very long chain fatty acids build up, adrenal failure
MONDO:0018570 | soft bones; baby teeth fall out early | soft bones and early loss of baby teeth
MONDO:0018660 | bleeder's disease; royal disease; bleeders disease; free bleeder; blood does not clot | bleeding does not stop, blood does not clot, missing clotting factor, bleeding into joints in boys
MONDO:0018664 | heart outside the body; heart outside chest | born with the heart outside the chest
MONDO:0018696 | hand moves on its own | stiff clumsy alien arm
MONDO:0018800 | no smell and no puberty | no puberty and no sense of smell
MONDO:0018838 | smooth brain | brain without folds, smooth surface
MONDO:0018852 | total color blindness; seeing only black and white; sees in black and white; day blindness; no colors | sees no colors at all, sensitive to light
MONDO:0018868 |  | loss of myelin sheath in brain and nerves, child loses walking and speech
MONDO:0018875 | many cancers in family | many different cancers in young people of one family
MONDO:0018910 | albino; albinos; no pigment; white hair and skin | no pigment in skin, hair and eyes, white hair, pale skin
MONDO:0018912 | moon face | too much cortisol, moon face, belly fat, purple stretch marks
MONDO:0018919 |  | early puberty, coffee spots and fibrous bones
MONDO:0018923 | missing part of chromosome 22 | missing piece of chromosome 22, heart defect, cleft palate, immune deficiency
MONDO:0018937 | childhood dementia; childhood Alzheimer's; children's dementia | child with dementia who forgets speech and walking, hyperactive, sugar molecules stored
MONDO:0018952 | blue man; silver skin | blue gray skin from silver
MONDO:0018965 |  | blood in urine, kidney failure and hearing loss in boys
MONDO:0018975 | coffee spots; café au lait spots disease | tumors along nerves, coffee colored skin spots, freckles in the armpit
MONDO:0018982 | childhood Alzheimer's; children's dementia | children lose memory and movement, cholesterol builds up in cells, cannot look up and down
MONDO:0018997 | male Turner | short stature, heart defect, webbed neck and wide set eyes
MONDO:0018998 | born blind; blind babies | severe loss of sight from birth, blind baby, retina
MONDO:0019004 | childhood kidney cancer; kidney cancer in children | kidney tumor in small children
MONDO:0019015 | organs outside belly | baby born with organs in a sac outside the belly button
MONDO:0019018 | broken heart syndrome | heart fails after emotional stress
MONDO:0019019 | brittle bones; brittle bone; glass bone disease; glass bones; Mr Glass disease | bones break very easily, many fractures, blue whites of the eyes
MONDO:0019037 |  | falls backwards, cannot look down, stiff
MONDO:0019064 |  | inherited progressive stiffness and spasticity of the legs
MONDO:0019065 |  | abnormal protein deposits in organs such as heart and kidney
MONDO:0019082 |  | large itchy blisters in old people
MONDO:0019142 | vampire disease; vampire sickness; King George disease; Dracula disease | heme production error, abdominal pain, sensitivity to light, purple urine
MONDO:0019154 |  | girl with male XY chromosomes
MONDO:0019172 | no iris; missing iris | born without the colored part of the eye
MONDO:0019173 | mad dog disease; fear of water; dog bite disease; foaming at the mouth | dog bite, fear of water, deadly
MONDO:0019180 | nosebleed disease | frequent nosebleeds, red spots on lips, abnormal vessels in lungs and brain
MONDO:0019200 | tunnel vision; night blindness and tunnel vision; going blind slowly | night blindness, loss of peripheral side vision, inherited degeneration of the retina
MONDO:0019269 | fish skin disease; fish scale disease; crocodile skin; alligator skin; lizard skin | dry thick scaly skin like fish scales
MONDO:0019338 |  | lumps of immune cells in lungs, skin and lymph nodes
MONDO:0019353 | juvenile macular degeneration | teenagers lose central vision, macula
MONDO:0019369 | burning limb pain; RSD | severe burning pain of an arm or leg after an injury
MONDO:0019391 |  | bone marrow failure, short stature, missing thumbs, leukemia
MONDO:0019402 | Mediterranean anemia; Cooley anemia | inherited anemia, body makes too little hemoglobin, needs blood transfusions
MONDO:0019438 |  | abnormal protein deposits in heart and kidney, large tongue
MONDO:0019499 | missing X chromosome; girls with one X | girls with one X chromosome, short stature, webbed neck, no puberty
MONDO:0019501 | deaf-blindness; deaf and blind; deafblind | hearing loss from birth and progressive loss of vision
MONDO:0019565 | heavy nosebleeds disease | easy bruising, nosebleeds and heavy periods, missing von Willebrand factor, bleeding
MONDO:0019600 | children of the moon; moon children; vampire children; midnight children | extreme sensitivity to sunlight, cells cannot repair DNA damage of ultraviolet light, skin cancer in children, freckles
MONDO:0019623 | swelling attacks; sudden swelling of face | sudden swelling attacks of face, hands, throat and belly
MONDO:0019810 | skin falls off; scalded skin | skin peels off after a drug
MONDO:0019933 | giant hands and feet; Andre the Giant disease | too much growth hormone in adults, big hands, feet and jaw
MONDO:0019945 | sun allergy; allergic to sun; sunlight allergy | hives by sunlight
MONDO:0020066 | double jointed; rubber man; rubber skin; elastic skin; bendy joints; zebras; stretchy skin; stretchy skin and loose joints; India rubber man | very flexible loose joints, stretchy skin that bruises easily
MONDO:0020479 | giant; giantism; giants | too much growth hormone in children, very tall
MONDO:0020642 | kidney cysts; cysts on kidneys; cystic kidneys | many cysts grow in the kidneys until they fail
MONDO:0021055 | hundreds of polyps | hundreds of polyps in the colon, cancer
MONDO:0021107 | sleep attacks; falling asleep suddenly | suddenly falls asleep in the day, loses muscle tone when laughing
MONDO:0041182 | sun allergy; sun rash |
MONDO:0043209 | albino; albinos; no pigment; white hair and skin | no pigment in skin, hair and eyes, white hair, pale skin
MONDO:0100135 | Charlotte's web epilepsy | severe epilepsy starting with fever in the first year
MONDO:0100244 | dark urine in the morning | red cells destroyed at night, dark morning urine, clots
MONDO:0100339 |  | teenagers lose balance and coordination, unsteady walk, heart disease, scoliosis
MONDO:0800026 | Ondine's curse; forgets to breathe; stops breathing when asleep | stops breathing when asleep
MONDO:0800198 | no hair at all; complete hair loss; bald all over | loss of all hair of head and body
MONDO:0800504 | scarred lungs; lung scarring; stiff lungs | scarring of the lungs without known cause, short of breath
MONDO:0958083 | Siamese twins; joined twins | twins born joined at the body
`

const cells = (line: string) => line.split("|").map((cell) => cell.trim())

/** By the code of the disease, such as `MONDO:0007947`. */
export const layNames: ReadonlyMap<string, LayNames> = new Map(
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", names = "", told = ""] = cells(line)
      return [
        code,
        {
          names: names
            .split(";")
            .map((name) => name.trim())
            .filter((name) => name !== ""),
          told
        }
      ]
    })
)
