import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import { useId } from "react";
import type { CampaignCheckKey, CampaignChecks } from "#contract/campaigns.schema.ts";
import { type DomainVerdict, domainVerdictLabels } from "#contract/email-domain.ts";
import classes from "./check-list.module.css";

export const checksFailed = "La vérification n’a pas abouti.";

const labels: Record<CampaignCheckKey, string> = {
  subject: "Objet",
  content: "Contenu",
  recipients: "Destinataires",
  links: "Liens",
  pictures: "Images",
  size: "Taille",
  variables: "Variables",
  empty_variables: "Variables vides",
  unsubscribe: "Désinscription",
  domain: "Domaine d’envoi",
};

const icons: Record<DomainVerdict, typeof IconHelpCircle> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  error: IconCircleX,
  unknown: IconHelpCircle,
};

type Props = {
  checks: CampaignChecks;
  /** What is in order is only counted. */
  onlyFindings?: boolean;
};

/** What was looked at before sending, row by row: a sign, a word and a sentence. */
export function CheckList({ checks, onlyFindings = false }: Props) {
  const titleId = useId();
  const shown = onlyFindings ? checks.items.filter(({ verdict }) => verdict !== "ok") : checks.items;
  const good = checks.items.length - shown.length;
  return (
    <section className={classes.checks} aria-labelledby={titleId}>
      <Text component="h3" id={titleId} size="sm" fw={600} m={0}>
        Avant l’envoi
      </Text>
      <div role="status">
        <ul className={classes.rows}>
          {shown.map(({ key, verdict, text, details }) => {
            const Icon = icons[verdict];
            return (
              <li key={key} data-verdict={verdict}>
                <Icon size={18} aria-hidden className={classes.icon ?? ""} />
                <div>
                  <strong>{labels[key]}</strong>{" "}
                  <span className="visually-hidden">({domainVerdictLabels[verdict]})</span> {text}
                  {details.length > 0 && (
                    <ul className={classes.details}>
                      {details.map((detail) => (
                        <li key={detail}>{detail}</li>
                      ))}
                    </ul>
                  )}
                </div>
              </li>
            );
          })}
          {good > 0 && (
            <li data-verdict="ok">
              <IconCircleCheck size={18} aria-hidden className={classes.icon ?? ""} />
              <div>{shown.length === 0 ? "Tout est en ordre." : "Le reste est en ordre."}</div>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}
