import { providerLabels } from "#contract/email.ts";
import { type DomainCheckKey, domainCheckLabels } from "#contract/email-domain.ts";
import type { Arrival } from "#server/lib/http/client-address.ts";
import { frenchReason } from "#server/lib/operator-error.ts";
import { formatOperatorTime } from "#server/lib/paris-time.ts";
import type {
  BackupFacts,
  ClockFacts,
  DatabaseFacts,
  DiskFacts,
  LostSecret,
  MailFacts,
  PublicAnswer,
} from "./facts.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const spans = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

const relativeTime = new Intl.RelativeTimeFormat("fr");
function bytes(amount: number): string {
  const power = Math.max(
    0,
    units.findLastIndex((_, index) => amount >= 1_000 ** index),
  );
  const format = { style: "unit", unit: units[power], maximumFractionDigits: power < 3 ? 0 : 1 } as const;
  return new Intl.NumberFormat("fr", format).format(amount / 1_000 ** power);
}

function age(ms: number): string {
  const span = spans.find((one) => Math.abs(ms) >= 2 * one.ms) ?? spans[3];
  return relativeTime.format(-Math.trunc(ms / span.ms), span.unit);
}

const percent = (share: number) =>
  new Intl.NumberFormat("fr", { style: "percent", maximumFractionDigits: 0 }).format(share);

const lostSecrets: Record<LostSecret, string> = {
  smtpPassword: "le mot de passe SMTP",
  sendgridKey: "la clé SendGrid",
  dkimKey: "la clé DKIM",
  imapPassword: "le mot de passe IMAP",
  webhooks: "l’adresse ou le secret d’un webhook",
};

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count > 1 ? many : one}`;
const placeNames = { DATA_DIR: "Données", BACKUP_DIR: "Sauvegardes" } as const;

/** The sentences of the screen 'État' and of `tenue check`. */
export const texts = {
  unknown: (reason: string) => `Personne ne peut le dire : ${frenchReason(reason)}`,
  noDatabase: "La base de données n’a pas pu être interrogée.",
  noServer: "Le serveur ne tourne pas.",
  noConfiguration: "La configuration est à corriger d’abord.",
  configuration: {
    embedded: (baseUrl: string, dataDir: string) => `${baseUrl}, base embarquée dans ${dataDir}.`,
    postgresql: (baseUrl: string, host: string) => `${baseUrl}, PostgreSQL sur ${host}.`,
    mend: "Corrigez cette variable d’environnement, puis redémarrez le serveur.",
    shieldOff:
      "SIGNUP_LIMIT_PER_MINUTE=0 coupe toute protection contre les robots : retirez cette variable, puis redémarrez.",
  },
  database: {
    found: (facts: Omit<DatabaseFacts, "version"> & { version: string }) =>
      `${facts.mode === "embedded" ? "Base embarquée" : "PostgreSQL"} ${facts.version}, ${bytes(facts.bytes)}${facts.logBytes === null ? "" : ` et ${bytes(facts.logBytes)} de journal d’écriture`}.`,
    away: (reason: string) => `Injoignable : ${frenchReason(reason)}`,
    mendAway: "Démarrez PostgreSQL et vérifiez DATABASE_URL.",
    closed: "Le serveur ne tourne pas : sa base embarquée reste fermée.",
    startServer: "Démarrez le serveur, puis recommencez.",
    tooOld: (oldest: number) => `Passez à PostgreSQL ${oldest} ou plus récent.`,
    behind:
      "Il manque des migrations à la base : redémarrez le serveur, qui les applique, et lisez son journal s’il ne démarre pas.",
    ahead:
      "La base est celle d’une version plus récente de Tenue : démarrez cette version, ou restaurez une sauvegarde d’avant.",
    noWrites:
      "La base refuse les écritures, aucune inscription n’est enregistrée : libérez de la place sur son disque, ou adressez-vous au serveur primaire.",
    longLog:
      "Le journal de la base ne se vide plus : redémarrez le serveur, et regardez dans ses lignes pourquoi l’entretien échoue.",
  },
  disk: {
    elsewhere: "Tenue ne garde rien sur ce disque : tout est dans PostgreSQL.",
    found: ({ variable, free, total }: DiskFacts) =>
      `${placeNames[variable]} : ${bytes(free)} libres (${percent(free / total)}).`,
    notWritable: ({ path }: DiskFacts) =>
      `Le serveur ne peut pas écrire dans ${path} : rendez ce dossier à son utilisateur.`,
    scarce: ({ path }: DiskFacts) =>
      `Libérez de la place sur le disque de ${path} : d’ici peu, plus rien ne sera enregistré.`,
    short: ({ path }: DiskFacts) => `Prévoyez de la place sur le disque de ${path}.`,
    noRoomForBackup: ({ path }: DiskFacts, needed: number) =>
      `Gardez ${bytes(needed)} libres sur le disque de ${path} : une sauvegarde copie d’abord la base.`,
  },
  clock: {
    found: ({ databaseAheadMs: aheadMs, isSynchronised, upkeep }: ClockFacts) =>
      [
        upkeep === null || upkeep.verdict === "believed" || upkeep.lastUpkeep === null
          ? null
          : `${formatOperatorTime(upkeep.at)}, dernier entretien le ${formatOperatorTime(upkeep.lastUpkeep)}`,
        aheadMs === null
          ? null
          : `${Math.abs(aheadMs / 1_000)
              .toFixed(1)
              .replace(".", ",")} s d’écart avec PostgreSQL`,
        isSynchronised === null ? null : isSynchronised ? "réglée par le réseau" : "pas réglée par le réseau",
      ]
        .filter((part) => part !== null)
        .join(", ")
        .replace(/^./, (first) => first.toUpperCase())
        .concat("."),
    deletionsPaused:
      "Rien n’est plus supprimé à échéance, car l’horloge est trop loin du dernier entretien. Si elle avance, les envois, vagues et rappels programmés attendent aussi. Si elle est juste (le serveur était arrêté), confirmez-la sur la page État ; sinon, réglez-la.",
    nobodyTells: "Cette machine ne dit pas si son horloge est réglée par le réseau.",
    apart:
      "Réglez les horloges du serveur et de PostgreSQL par le réseau (NTP) : codes de double authentification et limites en dépendent.",
    setByNobody: "Activez le réglage de l’heure par le réseau : timedatectl set-ntp true.",
  },
  secrets: {
    readable: "Tous les secrets enregistrés se déchiffrent.",
    lost: (names: LostSecret[], twoFactors: number) =>
      `Indéchiffrables : ${[
        ...names.map((name) => lostSecrets[name]),
        ...(twoFactors > 0
          ? [counted(twoFactors, "secret de double authentification", "secrets de double authentification")]
          : []),
      ].join(", ")}.`,
    foreign:
      "Cette base a servi avec un autre AUTH_SECRET, et le serveur refuse de démarrer avec celui-ci : reprenez l’ancienne valeur, ou donnez-la dans AUTH_SECRET_PREVIOUS.",
    mend: "AUTH_SECRET a-t-il changé ? Donnez l’ancienne valeur dans AUTH_SECRET_PREVIOUS, puis redémarrez ; si elle est perdue, saisissez ces secrets à nouveau.",
  },
  mail: {
    found: ({ providers, sent, failed, isSimulation }: MailFacts) =>
      `${isSimulation ? "Simulation" : providers.map((provider) => providerLabels[provider]).join(", ") || "Aucun fournisseur"} ; en 24 heures ${counted(sent, "message parti", "messages partis")}, ${counted(failed, "échec")}.`,
    held: "Depuis une restauration, aucun message ne part : décidez-en sur le Dashboard.",
    simulation:
      "Coupez le mode simulation (Réglages e-mail, onglet Paramètres) : aucun message ne part vraiment.",
    notConfigured:
      "Choisissez par où partent les e-mails, et testez la connexion (Réglages e-mail, onglet Paramètres).",
    failing:
      "Trop de messages échouent : lisez pourquoi dans Réglages e-mail, onglet Historique, et testez la connexion.",
    overdue:
      "Des messages attendent depuis plus d’une demi-heure : testez la connexion (Réglages e-mail, onglet Paramètres) et lisez le journal du serveur.",
  },
  dns: {
    unchecked: (domain: string) => `${domain} n’a pas encore été vérifié.`,
    check: "Vérifiez le domaine d’envoi (Réglages e-mail, onglet Domaine).",
    found: (domain: string, ageMs: number, wrong: DomainCheckKey[]) =>
      `${domain}, vérifié ${age(ageMs)}${wrong.length === 0 ? "" : ` ; à revoir : ${wrong.map((key) => domainCheckLabels[key]).join(", ")}`}.`,
    mend: "Corrigez ce que la vérification a trouvé (Réglages e-mail, onglet Domaine).",
    checkAgain: "Vérifiez le domaine de nouveau (Réglages e-mail, onglet Domaine).",
  },
  proxy: {
    found: (baseUrl: string, answer: PublicAnswer, arrival: Arrival | null) =>
      `${baseUrl} ${answer.type === "ours" ? "mène ici" : answer.type === "unlike" ? `répond autre chose (${answer.status})` : `ne répond pas, ${frenchReason(answer.reason)}`}${arrival === null ? "" : arrival.isForwarded ? `, par un proxy (${arrival.socket})` : ", sans proxy"}.`,
    unlike: (baseUrl: string, status: number) =>
      `Ce n’est pas Tenue qui répond à ${baseUrl} (${status}) : corrigez BASE_URL, ou ce vers quoi le proxy envoie.`,
    noAnswer: (baseUrl: string) =>
      `Ouvrez ${baseUrl} dans un navigateur : si le site s’affiche, seule cette machine ne s’atteint pas elle-même ; sinon, corrigez BASE_URL, le DNS ou le proxy.`,
    untrusted: (socket: string) =>
      `Mettez TRUST_PROXY=${socket}, puis redémarrez : jusque-là, tous les visiteurs comptent comme un seul.`,
    silent:
      "Faites transmettre l’adresse des visiteurs par le proxy (X-Forwarded-For) : tous comptent comme un seul.",
    trustsForgedAddress:
      "Le proxy transmet le X-Forwarded-For que n’importe qui invente : faites-lui y ajouter l’adresse qu’il voit.",
    noHttps: "Mettez un certificat devant le site et BASE_URL en https : les mots de passe passent en clair.",
    certificateEnds: (days: number) =>
      `${days === 0 ? "Le certificat finit aujourd’hui" : `Le certificat finit dans ${counted(days, "jour")}`} : cherchez pourquoi il ne se renouvelle pas (journal de Caddy ou de certbot).`,
    openBeside: "Mettez HOST=127.0.0.1 : le port du serveur est ouvert à côté du proxy.",
  },
  backup: {
    found: ({ lastGoodAgeMs, lastVerifiedAgeMs, fromFuture }: BackupFacts) =>
      `${fromFuture.length === 0 ? "" : `Datées de l’avenir par une horloge déréglée, et ignorées : ${fromFuture.join(", ")}. `}${
        lastGoodAgeMs === null
          ? "Aucune sauvegarde."
          : `Dernière sauvegarde ${age(lastGoodAgeMs)}, ${lastVerifiedAgeMs === null ? "jamais vérifiée" : `dernière vérification ${age(lastVerifiedAgeMs)}`}.`
      }`,
    noPlace:
      "Aucune sauvegarde ne se fait : indiquez BACKUP_DIR ou BACKUP_COMMAND. Si PostgreSQL est sauvegardé par ailleurs, BACKUP_DIR garde les effacements qu’une restauration doit répéter.",
    none: "Faites une sauvegarde (tenue backup), ou programmez-les (page État).",
    firstIsComing: "La première se fera cette nuit ; vous pouvez la faire dès maintenant (page État).",
    tooOld: "Faites une sauvegarde, et cherchez pourquoi il n’y en a pas eu depuis.",
    failed: "La dernière sauvegarde a échoué : lisez pourquoi (page État), et recommencez.",
    erasuresWait:
      "Les effacements ne s’écrivent plus à côté des sauvegardes : lisez le journal du serveur, et rendez-lui BACKUP_DIR.",
    verify:
      "Vérifiez une sauvegarde (tenue backup --verify FICHIER) : une qui ne se restaure pas n’en est pas une.",
  },
  versions: {
    found: (product: string, node: string, postgresql: string | null) =>
      `Tenue ${product}, Node ${node}${postgresql === null ? "" : `, PostgreSQL ${postgresql}`}.`,
    restart: (installed: string) =>
      `La version ${installed} est installée mais ne tourne pas encore : redémarrez le serveur.`,
  },
};
