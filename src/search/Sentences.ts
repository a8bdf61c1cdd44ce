import { spelling } from "./Spelling.ts"

/**
 * Words of somebody who tells or asks something, and of no name: what is left when they are passed over is the disease.
 * They only count for less, since a name may have one of them ("one", "life").
 */
const chatter = new Set(
  `a about after again all also am an and any anybody anyone anything are article as ask asking at aunt baby be because been before being believe
  best boy boyfriend brother but by called came can cannot cant case child children clinic clinical community connect could cousin cure
  dad daughter day dear diagnose diagnosed diagnosi diagnosis diagnoses did do doc doctor doctors does doesnt doing dont else ever every everybody everyone experience
  experiences expert experts explain families family father feel find finding for forum found friend friends from get getting girl girlfriend give
  go good got grandfather grandma grandmother grandpa group groups guy had has have having he hear heard hello help her here hey hi him his hospital how
  husband i if im in info information into is it its ive join just kid kids know knows lately learn let life like little living live look looking lot lots
  made maybe me might mean means medication meet mom mother mum my myself named name need nephew new newly niece now of off on one only or other others our out
  over parent parents patient patients people person please possible probably question questions read really recently relative research run runs said say says
  search see seem seems she should show since sister some somebody someone something son soon specialist specialists story stories struggling such suffer suffering
  suffers support suspect suspected tell tells than thank thanks that thats the their them then there these they thing think thinks this those though
  time tips to told treat treated treatment treatments trying under us use very want wants was we week went were what whats when where whether which while who whose why wife will with within
  would year years yes yesterday you your yours yr old am confirmed test tested positive daughters sons kiddo uncle grandson granddaughter worried scared hoping hope wondering anyone around
  country advice ago today called sort kind affected living deals dealing deal cope coping manage managing neighbour neighbor colleague coworker teacher partner spouse fiance grandchild grandparent
  u r pls plz thx ty hows whos theres been lately mention mentioned says letter report doctor's gp consultant nurse`
    .split(/\s+/)
    .flatMap((word) => [word, spelling(word)])
)

/** Words that only a sentence has: one of them, and the text is taken for one. */
const telling = new Set(
  `am anybody anyone are been can daughter diagnosed did do does else experience find has have having he help hello hi how i im is know
  looking me mom mother mum my need newly our people please she should son somebody someone tell thanks there think they was we what where who why
  you your husband wife brother sister father dad baby kid kids friend cousin aunt uncle any about information`.split(
    /\s+/
  )
)

/** Words that names have too, between others. */
const connecting = new Set("a an and at by due for from in of on or the to with".split(" "))

/**
 * What is asked about a disease, where and of whom: it stands around a name, though names have some of these words, too.
 */
const asked = new Set(
  `abroad access adolescent adult advance africa age america amount antibiotic appointment approach approved asia assessment association australia
  average avoid awareness background bad banned basic belgium benefit biopsy birth blog blood book boston brazil break britain brochure california
  canada carrier cause center centre chance change charity check checklist chicago childhood china clinician clinically college complication
  common commonly connected consequence consultation contact contagious control cost could counseling course criteria curable current curriculum
  danger dangerous data dead deadly death define definition detail detected detection develop developed development different difference
  differential diet difficult disability discovered discussion dosage drug dutch early economic edition education effect effective emergency encyclopedia england
  english epidemiology episode ethic etiology europe european evaluation event ever evidence example exam exercise expect expectancy explained explanation fact famous
  fatal fda feature finally first food form foundation france french frequency frequent frequently full funding future gender gene general generation
  genetic geneticist german germany global grandchildren greece group guide guideline handout happen health healthcare healthy hereditary
  heritable herbal history holland home hospice hotline identified image imaging immigrant impact improve incidence include increase india
  individual infant infographic inherit inheritance inherited insurance interaction intervention introduction investigation ireland israel issue italy japan job
  journal kid kingdom lab laboratory last late latest leaflet learning lecture level life lifespan lifestyle list literature local london long longterm mail main male
  management map mechanism medical medicine medicare meaning meeting mental method mexico mild million monitoring month mortality mri much name natural near national
  naturally netherlands network neurologist new newborn news newsletter next nice norm normal normally number nutrition occur offer online onset option organization organisation origin
  outcome outlook overview pain pamphlet paper parent paris partner pathogenesis pathology pathophysiology pathway patient pattern pdf pediatrician percent
  percentage pharmacy photo physician physiotherapy picture pill plan play poland population portugal possibility powerpoint practice pregnancy pregnant prenatal
  prescription presentation prevalence prevent prevention price problem professional prognosis program progress progression project pronounce pronounced pronunciation
  protocol publication quality quick rare rate real reason recent recommendation recommended reddit referral region register registry rehab rehabilitation relief remedy
  report resource result review risk role russia safe safety sample school scientist scotland screening second section serious service severe severity sex short sick
  side sign similar simple site situation skip society spain specialized spread stage start state statistic status stem strategy student study studies summary
  supplement support surgeon surgery survival survivor suspicion sweden swiss switzerland symptom synonym syndromic team teenager term terminal testing texas therapy therapist
  toddler topic travel treatable trend trial trigger turkey typical typically uk ultrasound uncommon uncover unit university untreated update usa usual usually vaccine vaccination vegan versus
  versus video vs wales warning way web webinar website week weight wheelchair wiki wikipedia woman women men man work working world worldwide worse worsen yearly york young younger youtube zealand
  gets factor factors noticed shows showing seen aged felt starts stops happens told signs effects old bad hard long quickly slowly soon often
  clinical children test elderly transmitted mean cause causes condition illness sickness disorder daily feeding sleep pain relief insurance leeds manchester birmingham berlin munich madrid rome chicago toronto sydney`
    .split(/\s+/)
    .flatMap((word) => [word, spelling(word)])
)

/** How many of the first words say that a text is a sentence. */
export const isSentence = (words: ReadonlyArray<string>): boolean =>
  words.length >= 3 &&
  (words.some((word) => telling.has(word)) ||
    words.filter((word) => chatter.has(word) && !connecting.has(word)).length >= Math.max(2, words.length * 0.4))

/** Whether a word of a sentence says nothing of a disease. */
export const isChatter = (word: string): boolean => chatter.has(word)

/** Whether a word joins others, in names and in sentences. */
export const isConnecting = (word: string): boolean => connecting.has(word)

/** Whether a word may stand around the name of a disease that is asked about: it says nothing that would be its name. */
export const isFrame = (word: string): boolean => chatter.has(word) || connecting.has(word) || asked.has(word)
