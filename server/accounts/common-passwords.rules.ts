import { normalForm } from "#contract/text.ts";

/**
 * The most frequent words in French and English lists of leaked passwords, in lower case and without accents. A password of
 * 12 characters that attackers try early is nearly always made of some of these words, often followed by digits.
 */
const list = `
abc123 abcd abcde abcdef abracadabra acces access account acdc admin adminadmin administrateur
administration administrator admins africa afrique airplane alexander alexandra alexandre alexis algerie
allah alpha alphabet alsace always amanda amazon america amie amis amore amour amoureux andrew android
ange angel angels anges anthony antoine anything aout apollo apple april aqwzsx arbre arcenciel argent
arsenal asdf asdfgh asdfghjkl ashley asshole asterix athena atlas audi august automne autumn avengers
avion avril azer azerty azertyuiop babe baby babygirl bailey bambi banana banane bank banque barbie
barcelona baseball basketball bateau batman battery beach bear beatles beaute beautiful beauty bebe bebes
believe bella benjamin berlin best bestfriend beta beyonce bible bienvenue biere bigdick bisou bisous
bitch black blanc blessed bleu blink182 blue bmw bobby bonbon bonheur bonjour bonnenuit bonsoir bordeaux
bordel boss boys brand brandon brasil bretagne brian brother buddy bugatti burger buster butter butterfly
caca cafe calin camaro camille camion canada capitaine captain caramel caroline cash casino catherine
celine cerise champagne champion champions changeit changeme changemenow charles charlie charlotte chat
chaton chats cheese chelsea cheri cherie cherry cheval chevalier chevrolet chicken chief chien chiens
chiffre china chloe chocolat chocolate chouchou christ christopher church ciel citroen citron claire
clement cocacola cocks coco coeur coffee college compte computer connard connexion cookie cookies copain
copine corinne correct correcthorsebatterystaple corse corvette cosmos coucou cowboys credit crystal cutie
daisy dallas damien daniel darling darthvader daughter dauphin david december decembre default delphine
delta demo demon desert deutschland devil diable diamond dieu dimanche discord docteur doctor doggy dollar
dolphin dominique donald doudou dragon dragonball dream dreamer dreams drums ducati duchess eagle eagles
earth eclair ecole edward egalite elephant elizabeth elodie emilie eminem emma enfant enfants eric espana
esperance espoir etoile etoiles etudiant euro europe euros everything fabien fabrice facebook faith falcon
famille family fashion father fatima february felix femme ferrari fevrier fille filou fire first fish
fleur fleurs florence florian flower flowers football ford forest foret forever fortnite fraise france
francis franck francois fraternite frederic freedom frere friday friend friends frodo fromage fuck fuckoff
fuckyou gabriel gagnant galaxy game gamer games gaming gamma gandalf garcon garfield general george ginger
girafe girl girls goku gold golden golf goodbye goodluck goodmorning google gorgeous grace grandma green
greenday gregory griezmann gris guerrier guest guillaume guitar guitare handsome hannah happy harley
harrypotter heather heaven helene hello helloworld hercules hermes hermione hero heroes heureux hiphop
hiver hobbit hockey holiday home homme honda honey horse hotstuff hottie house house123 hugo hunter
iloveyou instagram internet invite iphone ironmaiden ironman isabelle islam island italia jack jackpot
jacques jaguar james january janvier japan jasmin jasmine jason jaune jean jennifer jeremy jerome jessica
jesus jesuschrist jetaime jeudi john joker jonathan jordan jordan23 joseph joshua jtaime juillet juin
julie julien juliette july june jupiter justin juventus karim kawasaki kevin kiki killer king kitten kitty
knight koala kobe laetitia lakers lamborghini lapin laura laurent lavande legend lemon letmein liberte
licorne lightning lille lily linkedin linkinpark lion lionne liverpool login logon london look loto louis
louise loulou loup love lovely loveme lover loveyou lucas lucie lucky lucky7 lucy ludovic luffy lundi lune
lycee lyon madison madonna madrid maggie magic magique maison maman mamanpapa mamans mamie manager
manchester manon manutd marc march mardi marguerite marie marine mario marion mark maroc marque marron
mars marseillais marseille martin marvel master mathieu mathilde matrix matthew maxence maxime mbappe
medor mehdi melissa mercedes merci mercredi mercury merde mere messi metal metallica michael michelle
mickael mickey microsoft mignon million millionaire milo milou minecraft minnie minou mlkjhg mode mohamed
mohammed molly monamour monday monde money monique monkey monmotdepasse montagne montpellier moon morgan
mot motdepasse mother moto mountain mouse music musique mustang mystere mystery nadia nantes naruto
nathalie nathan nature nbvcxw neige nemo neptune netflix network never newyork neymar nice nicholas
nicolas nicole ninja nintendo nirvana noemie noir nokia normandie nothing nounou nouveaumotdepasse
november novembre number number1 numberone numero nurse nutella obelix ocean oceane october octobre oiseau
olivier olympique omega onepiece online opensesame orange orchidee ordinateur oscar ours ouvretoi p@ssw0rd
paix panda panther panthere papa papas papi papillon papy paradis paradise parent parents paris parisien
pascal pass pass1234 passe passphrase passw0rd password passwort pasta pastis patate patricia patrick paul
paypal peace peach peche pepper pepsi pere peter peugeot philippe phoenix piano pierre pikachu pink pirate
pizza plage planet playboy playstation please pluie pluto poisson poiuyt poivre pokemon poker pomme
porsche portugal potato potter poulet president pretty prince princess princesse printemps private prive
professeur prout provence psg puppy purple pussy putain qsdfgh quebec queen quentin qwer qwerty qwertyuiop
qwertz rabbit rachid raiders rain rainbow ranger raphael rapper raymond realmadrid reine renault rennes
requin reve reves rich richard riche rihanna river riviere robert roblox rock rocknroll rocky romain
ronald ronaldo root rootroot rose rosebud rouge royal rugby rugbyman russia ryan sabrina salope salut
samantha samedi samira samsung samuel samurai sandra sandrine sandwich sarah sasuke satan saturday saturn
saturne school scooby sebastien secret secretgarden secretpassword securite security september septembre
serpent server serveur service sesame sexsex sexy shadow shakira shark shit shrek sigma silver simba simon
singe sister skywalker slipknot smile snake snapchat sniper snoopy snow soccer soeur sofiane soldat
soldier soleil something sonic sophie sorry sourire souris spider spiderman spotify spring staple star
stars starwars steelers stephane stephanie steven stitch storm strasbourg strawberry student style success
sucre sugar summer sunday sunny sunshine superadmin superman support suzuki sweet sweetheart sweety
sylvain sylvie system systeme tata taylor teacher teamo techno temp tempete temporaire temporary tennis
tenue tenues terre test tester testing testtest tetris thankyou theo thibault thierry thomas thunder
thursday tiger tigger tigre tiktok tintin titan titi toby tonnerre tonton toor tortue toto toulouse toutou
toyota train tree trombone truck trustme trustno1 tuesday tulipe tunisie turtle twitter unicorn universe
universite university user username utilisateur vacances valerie vanessa vanilla vanille vendredi vent
venus veronique vert victoire victoria victory vincent violet violette virginie vodka voiture warrior
water website wednesday welcome welcomeback whatever whatsapp whisky white william wind windows wine
winner winnie winter wolf woman wonderwoman word world wxcvbn xavier yamaha yankees yannick yasmine yellow
yoda youtube zaqwsx zebra zelda zeus zidane zizou zxcvbn zxcvbnm
`;

const words = new Set(list.trim().split(/\s+/));
const lengths = [...words].map((word) => word.length);

const commonPasswords = {
  words,
  shortest: Math.min(...lengths),
  longest: Math.max(...lengths),
};

const lookAlikes: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

/**
 * The fewest points that a password needs beside its common parts; one with fewer is guessed quickly. Digits and signs,
 * which many people add ("2025!"), count one point, letters three.
 */
const ownPointsMin = 12;
const pointsOf = (character: string) => (/[^\p{ASCII}]|\p{L}/u.test(character) ? 3 : 1);
/** This many different words make a good passphrase, even if each word is common. */
const passphraseWords = 4;

/**
 * Whether attackers try this password early, because it consists of common passwords and sequences ("motdepasse2025!",
 * "P@ssw0rd1234", "azertyazerty"). Made for passwords of 12 characters and more.
 */
export function isCommonPassword(password: string): boolean {
  const plain = normalForm(password, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return isRepetition(plain) || isMadeOfCommonParts(plain) || isMadeOfCommonParts(undoSubstitutions(plain));
}

function undoSubstitutions(text: string): string {
  return [...text].map((character) => lookAlikes[character] ?? character).join("");
}

/** Whether the text repeats one short piece, like "abcabcabcabc". */
function isRepetition(text: string): boolean {
  return /^(.{1,6}?)\1+.{0,5}$/su.test(text) && new Set(text).size <= 6;
}

const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertyuiopasdfghjklzxcvbnm",
  "1a2z3e4r5t6y7u8i9o0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "1qsdfghjklm",
  "aqwzsxedcrfvtgbyhnujik",
];
const bothWays = sequences.flatMap((sequence) => [sequence, [...sequence].reverse().join("")]);

function isMadeOfCommonParts(text: string): boolean {
  const found = new Set<string>();
  let own = 0;
  let at = 0;
  while (at < text.length) {
    const word = longestWordAt(text, at);
    if (word !== null) found.add(word);
    const length = word?.length ?? sequenceLengthAt(text, at);
    if (length === 0) own += pointsOf(text[at] ?? "");
    at += Math.max(1, length);
  }
  return own < ownPointsMin && found.size < passphraseWords;
}

function longestWordAt(text: string, at: number): string | null {
  const longest = Math.min(text.length - at, commonPasswords.longest);
  for (let length = longest; length >= commonPasswords.shortest; length -= 1) {
    const word = text.slice(at, at + length);
    if (commonPasswords.words.has(word)) return word;
  }
  return null;
}

/** The length of the sequence at this place: a row of keys, the alphabet, or one character repeated (at least three times). */
function sequenceLengthAt(text: string, at: number): number {
  const run = /^(.)\1{2,}/su.exec(text.slice(at))?.[0].length ?? 0;
  let best = run;
  for (let length = 3; at + length <= text.length; length += 1) {
    const piece = text.slice(at, at + length);
    if (!bothWays.some((sequence) => sequence.includes(piece))) break;
    best = Math.max(best, length);
  }
  return best;
}
