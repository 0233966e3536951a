import { initialRetention } from "#contract/backup.ts";
import { limits } from "#contract/limits.ts";
import { privacyPeriods as periods } from "#contract/privacy.ts";
import { formatCount } from "#web/lib/format.ts";

export function DataRetention() {
  const inactive = formatCount(limits.inactiveYears, "an");
  return (
    <>
      <p>
        Les données de votre compte sont conservées tant qu’il est actif. Après {inactive} d’inactivité,
        toutes vos données sont supprimées. Si vous supprimez vous-même votre compte, elles le sont
        immédiatement.
      </p>
      <p>
        Pour une demande d’inscription, ce délai court à partir de votre dernier acte (l’inscription, la
        confirmation de votre adresse, une correction, un accord donné ou retiré) ou de notre décision. Nos
        propres envois ne le prolongent pas.
      </p>
      <ul>
        <li>
          Adresse jamais confirmée : nous pouvons supprimer la demande après{" "}
          {formatCount(periods.confirmationDays, "jour")} et un rappel.
        </li>
        <li>
          Messages envoyés : leur texte {formatCount(periods.mailTextDays, "jour")}, l’adresse et le nom de
          leur destinataire {periods.mailAddressMonths} mois.
        </li>
        <li>Journal des actions des administrateurs : {periods.journalMonths} mois.</li>
        <li>
          Demandes d’exercice de vos droits : {formatCount(periods.requestYears, "an")} après leur clôture,
          sans votre adresse.
        </li>
        <li>
          Si nous ne devons plus vous écrire (désinscription, effacement, adresse en erreur), une empreinte de
          votre adresse, calculée avec une clé secrète, reste sans limite de durée : elle ne sert qu’à ne plus
          vous écrire, et à refaire votre effacement si une sauvegarde est restaurée.
        </li>
        <li>
          Sauvegardes faites automatiquement : {formatCount(initialRetention.keepWeeks, "semaine")}, sauf
          réglage différent. Celles que nous faisons à la main ou avant une mise à jour :{" "}
          {formatCount(initialRetention.maxAgeDays, "jour")}, sauf réglage différent, et la dernière d’entre
          elles. Notre hébergeur peut en garder d’autres, selon ses propres règles.
        </li>
      </ul>
    </>
  );
}
