/**
 * What people and doctors call the same thing, one a line: words, beginnings ("nephr-"), endings ("-algia") and middles
 * ("-cardi-") of words, American spelling. A word of a search finds the others of its lines, for less than itself.
 */
export const concepts: ReadonlyArray<string> = `
kidney kidneys renal nephr- -nephr- glomerul- -nephritis nephrotic
heart cardiac cardi- -cardi- -cardia heartbeat
heartbeat rhythm arrhythmi- -arrhythmia- tachycardi- bradycardi- palpitation fibrillation
faint fainting fainted syncope blackout collapse
artery arteries arterial vessel vessels vascular vasculitis arteri- -angiitis -vascular
vein veins venous phleb- varic-
aorta aortic aort-
clot clots clotting thromb- embol- coagul- coagulation hemophil- -philia
bleed bleeds bleeding hemorrhag- hemophil- bruis- bruise bruises bruising hemorrhagic thrombocytop- purpura nosebleed nosebleeds epistaxis
blood hemat- hemo-
anemia anemic pale -anemia tired
erythro- erythrocyt- polycythemi-
leuko- leukocyt- neutrophil neutrop-
platelet platelets thrombocyt-
iron siderosis hemochromatosis sidero- ferr-
copper cupr- wilson
lung lungs pulmonary pulmon- pneum- respiratory bronch- -pulmon- alveol-
breath breathing breathe breathless respir- dyspnea apnea respiratory asthma shortness
cough coughing bronch-
mucus phlegm sputum muc- cilia ciliary
airway airways trachea trache- bronch- larynx laryn-
liver hepatic hepat- -hepat- cirrhosis
bile biliary chol- cholest- gallbladder
jaundice yellow icter- cholest- bilirubin hyperbilirubin-
stomach gastric gastr- -gastr-
gut bowel bowels intestine intestines intestinal enter- -enter- colon colonic colitis colo-
diarrhea loose stools chronic diarrhea
constipation constipated hirschsprung megacolon
swallow swallowing dysphagia esophag- achalasia
esophagus gullet esophag- foodpipe
vomit vomiting emesis
pancreas pancreat- pancreatic
spleen splen- -splen- splenic
sugar glucose glyc- diabet- -glycemi-
diabetes diabetic diabet-
fat fats lipid lipo- -lipid- adipos- fatty
cholesterol hypercholesterol- lipoprotein
obese obesity overweight fat
hunger hungry hyperphagia appetite insatiable eating overeating
thin skinny wasting emaciat- cachexia lipodystroph- underweight
brain cerebral cereb- encephal- -encephal- cerebellar
nerve nerves neuro- neur- -neur- neuropath- neural
nervous neuro- neurolog-
motor neuron neurons neurone motoneuron neuronopath-
spine spinal spondyl- vertebr- scolio- kypho- backbone rachi- myel-
cord myel- -myel-
muscle muscles muscular -myo- myo- -myopath- -myositis -muscular sarco-
weak weakness weaker weakening paresis -paresis myasthen- myopath- hypoton- floppy paralysis atrophy dystroph- asthen-
floppy limp hypoton- hypotonia tone
waste wasting wastes wasted atroph- dystroph- degenerat- atrophy amyotroph- -trophy shrink shrinks
stiff stiffness stiffen rigid rigidity spastic- spastic hyperton- contractur- myoton- hyperekplexia
cramp cramps spasm spasms tetany myoton-
twitch twitching myoclon- fasciculation jerk jerks jerky jerking
paralysis paralyzed paralysed -plegia -plegic paraly- paralytic quadriplegi-
tremor tremors shaking shake shakes trembling parkinson-
movement movements dyskine- chore- dyston- -kines- -kinesia chorea ataxia
involuntary uncontrolled uncontrollable chorea choreo- dyskine- dyston- tic tics
coordination clumsy unsteady balance ataxi- cerebell- incoordination stagger gait
walk walking gait ambula- ataxia paraplegi-
seizure seizures epilep- convuls- fits fit
headache headaches migraine cephal-algia
memory dementia amnes- alzheimer forget forgetful
dementia cognitive mental decline neurodegener-
mind mental psych- cognit- intellect-
learning intellectual retard- disability developmental delay slow
delay delayed retardation late
speech speak talking language aphasi- dysarthri- apraxia talk voiceless nonverbal speechless mute
voice hoarse hoarseness dysphon- laryn-
sleep sleeping sleepy sleepiness narcolep- insomni- hypersomn- somn-
insomnia sleepless insomn-
mood depress- psychiatric behavior behavioral
happy laughing laughter smiling gelastic angelman
eye eyes ocular ophthalm- -ophthalm- ocul- -ocul- visual optic
vision sight see visual retin- blind blindness blinding amauro- optic ophthalm-
blind blindness amauro- retin- achromat- vision loss sightless
night nocturnal nyctalop- nightblind
color colors colorblind achromatop- daltonism
lens cataract cataracts aphaki- ectopia
cornea corneal kerat- cloudy
pupil iris aniridia irid-
tears tear lacrimal lacrim- alacrim- dry
eyelid eyelids blephar- ptosis droopy drooping palpebral
droopy drooping ptosis sagging
squint crossed strabism- cross-eyed
ear ears auric- otic otitis aural microtia auditory
deaf deafness hearing cochlea- sensorineural hard-of-hearing audit-
dizzy dizziness vertigo vestibul-
nose nasal rhin- nasal smell
smell anosmi- olfact- odor odour smelly
odor smell smelly stink smelling fish trimethylaminuria
mouth oral stomat- oro- lip lips
lip cleft lips cheil-
palate palat- cleft roof
tongue gloss- lingual macrogloss-
tooth teeth dental dent- odont- -odont- amelogenesis dentin- hypodont- enamel
gum gums gingiv- periodont-
jaw mandib- maxill- gnath- -gnath- micrognath- cherub-
face facial facio- craniofac- -facial faces
head cephal- -cephal- skull crani-
skull crani- cranium craniosynost-
big large enlarged enlargement macro- mega- -megaly hypertroph- giant overgrowth hyperplas- oversized
macroceph- megalenceph-
small tiny micro- hypoplas- little
microceph-
short stature dwarf- dwarfism small height
dwarf dwarfism dwarfs stature achondroplas- skeletal dysplasia chondrodysplas- micromel- little
tall height gigantism overgrowth long marfanoid
long dolicho- arachnodactyl- elongat- tall
limb limbs arm arms leg legs melia -melia extremit- amelia phocomel-
hand hands manual acral hand palm palms palmo- palmar
foot feet plantar pes talip- clubfoot sole soles -plantar
finger fingers toe toes digit digits dactyl- -dactyl- -dactyly arachnodactyl-
extra additional supernumerary polydactyl- poly-
webbed fused fusion syndactyl- synost- joined webbing pterygi-
missing absent absence agenesis aplas- without lacking adactyl- anodont- born
born congenital neonat- newborn birth
newborn newborns baby babies infant infants infantile neonatal neonat- congenital
child children childhood kids kid pediatric juvenile young youth toddler toddlers
teen teens teenager adolescen- juvenile puberty
adult adults adulthood late-onset middle-aged
old elderly aging late-onset senile
boys boy males male x-linked men man
girls girl females female women woman
nail nails onych- -onych- ungual
hair hairs hairy trich- -trich- hirsut- hypertrich- pilo-
bald baldness hairless alopeci- atrich- hypotrich-
skin cutaneous derm- -derm- cutis ichthy- kerato-
blister blisters blistering bullos- bullous epidermolysis pemphig- vesic-
scale scales scaly scaling flaky ichthyos- desquamat- fish
fragile fragility brittle easily breaking break breaks
thick thickened thickening hyperkerat- kerato- pachy- scler-
hard hardening hardened scler- sclerosis scleroderm- calcif- fibros- indurat-
scar scars scarring fibros- fibrosis keloid cicatri-
wart warts verruc- papilloma-
pale pigment white albin- hypopigment- depigment- vitilig- piebald-
pigment pigmentation melan- pigment- lentig- color
spots spot patches macul- lentig- patch freckles freckle cafe-au-lait
birthmark birthmarks nevus nevi hemangiom- port-wine
sun sunlight light photosens- xeroderma porphyr- ultraviolet uv
rash rashes exanthem- erythema eczem- dermatit- urticari- redness
itch itching itchy prurit- pruritus
hives urticari- wheals
red redness erythem- erythro-
burn burning erythromelalgi- burns
sweat sweating hidrotic -hidro- hidro- anhidro- hyperhidro- hypohidro-
stretchy elastic hyperelastic hyperextens- cutis-laxa laxa ehlers ehlers-danlos
loose lax laxity laxa hypermob- hypermobile flexible joints
flexible hypermob- hypermobility double-jointed bendy ehlers
joint joints arthr- -arthr- articular
arthritis arthrit- rheumat- joint
bone bones osse- oste- -oste- skelet- skeletal osteo-
skeleton skeletal skelet- bones
break breaks breaking broken fracture fractures fractur- fragil- imperfecta
cartilage chondr- -chondr-
rickets hypophosphat- osteomalac-
growth grow growing grows growths overgrowth gigantism hyperplas-
tumor tumors cancer cancers malignan- neoplas- -oma carcin- sarcom- lump lumps growths blastoma -blastoma
lump lumps nodule nodules mass fibroma
cancer malignan- carcin- sarcom- leukemi- lymphom- -blastoma
leukemia leukemi-
lymph lymphatic lymph- -lymph-
node nodes lymphaden-
swelling swollen swell swells edema edemat- -edema angioedem- lymphedem- puffy
inflammation inflamed inflammatory -itis autoinflammat- -itides
immune immunity immunodefic- immun- autoimmun- defense infections
infection infections recurrent sepsis immunodefic- bacterial viral
virus viral hiv
bacteria bacterial mycobacter-
worm worms parasite parasitic -iasis helminth-
mosquito mosquitoes tick ticks bite bites bitten vector malaria dengue
allergy allergic hypersensitiv- anaphyla- eosinophil- 
fever fevers febrile pyrex- feverish periodic
pain painful painless ache aches -algia -algesia analgesia hurts hurt neuralg- pains
painless insensitivity analgesia unable-to-feel
feel feeling sensation sensory numb numbness tingling hypesthes-
numb numbness sensory paresthes- neuropath-
tired fatigue exhausted exhaustion weakness lethargy
gland glands glandular endocrin- 
hormone hormones hormonal endocrin- -gonad- steroid
thyroid goiter thyr- hypothyr- hyperthyr-
adrenal cortisol cushing addison adren-
acromegal- gigant- pituitar-
pituitary hypophys- pituitar- acromegal-
puberty pubert- precocious hypogonad- kallmann
genital genitals genitalia sex gonad- hypospad- ambiguous intersex
testicle testicles testis testic- orchi- cryptorchid-
ovary ovaries ovarian
womb uterus uterine metr- endometri- 
pregnant pregnancy gestation- maternal eclampsia
infertile infertility sterile azoosperm- hypogonad- sterility
breast mammary mast- 
urine urinary urin- -uria pee urolog- bladder
bladder cystitis vesic- urinary
stone stones lithiasis -lith- calcul- oxal-
cyst cysts cystic polycystic
potassium kalemi- -kalemi- periodic
salt sodium natr- adrenal wasting
calcium calc- calcif- -calcemi-
phosphate phosph-
acid acids acidosis acidemi- aciduri- -aciduria -acidemia
protein proteins proteinuri- amyloid- 
amyloid amyloidosis deposits deposit
buildup build builds built accumulat- storage storing stores thesauris- deposit deposits deposition overload
storage accumulat- lysosom- storing sphingolipid-
enzyme enzymes deficien- deficiency
lack lacking lacks deficien- deficiency missing insufficien- without
metabolism metabolic metabol- metabolize break-down digest process
vitamin vitamins avitaminosis
mitochondria mitochondr- energy
gene genes genetic mutation mutated hereditary chromosom-
inherited hereditary familial genetic runs heredit- inherit
chromosome chromosomes chromosom- deletion trisom- monosom- duplicat-
trisom- 
degeneration degenerative degener- progressive deteriorat- breakdown worsening
progressive progresses gradual gradually worsening worsens slowly getting
sudden acute suddenly attack attacks episode episodes paroxysm- episodic
attack attacks episode episodes crisis crises paroxysm- episodic recurrent periodic
aging ageing age ages progeri- progeroid premature early prematurely elderly
premature early precoc- presenile progeri-
failure fail fails failing insufficien- collapse
hole holes septal defect coloboma foramen
opening hole fistul- atres-
blocked block blockage obstruct- stenos- atres- occlus- closed
narrow narrowing narrowed stenos- coarct- strictur- moyamoya constrict-
valve valves valvular mitral aortic prolapse
pressure hypertens- tension
high hyper- elevated increased excess excessive too-much much
excess excessive hyper- overproduct- increased high much
low hypo- decreased reduced deficien- 
curved curvature crooked bent scolio- kypho- bowing bowed campto-
twisted torsion dyston- torti- contract-
bend bent campto- arthrogrypos- contractur-
deformity deformed malform- anomal- dysmorph- dysplas- deformities misshapen
split cleft ectrodact- schis- fissure
dry dryness sicca sjogren xeroderma xerostomia 
cold chilblain raynaud cryo- 
water hydro- hydroceph- fluid
fluid hydro- hydroceph- effusion edema
thirst thirsty polydips- insipidus
scratching self-injur- mutilat- biting bite
biting mutilat- self-injur- lesch
mermaid sirenomel- fused legs
hallucination hallucinations psychos- schizo-
stroke strokes infarct- cerebrovasc- apoplex-
dizzy lightheaded orthostatic dysautonom- autonom-
autonomic dysautonom- automatic
death die dies fatal lethal deadly mortal sudden
choking suffocat- apnea aspiration
spider arachno- 
sticky viscous thick muco-
crescent sickle sickling moon-shaped
coma unconscious comatose 
tremble trembling tremor 
contagious infectious transmissible transmit- 
prion transmissible spongiform creutzfeldt-
sheath myelin demyelin- leukodystroph- sclerosis white-matter
crying cry cri-du-chat 
bruise bruising purpur- thrombocytop- 
triangle triangular 
sores sore ulcer ulcers ulcerat- aphth-
ulcer ulcers ulcerat- aphthous
tissue connective collagen 
injury wound wounds injuries trauma
`
  .trim()
  .split("\n")
