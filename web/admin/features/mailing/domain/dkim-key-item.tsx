import { Badge, Button } from "@mantine/core";
import type { DkimKey } from "#contract/email-domain.schema.ts";
import { type DkimKeyState, dkimKeyStateLabels } from "#contract/email-domain.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { DnsRecord } from "./dns-record.tsx";
import classes from "./domain.module.css";

const colors: Record<DkimKeyState, string> = { prepared: "yellow", active: "green", retiring: "gray" };

type Props = { item: DkimKey; onRetire?: () => void };

export function DkimKeyItem({ item, onRetire }: Props) {
  const { selector, domain, state, record } = item;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <h3 className={classes.label}>{selector}</h3>
        <Badge variant="light" radius="sm" tt="none" miw="max-content" color={colors[state]}>
          {dkimKeyStateLabels[state]}
        </Badge>
      </div>
      <div className={classes.told}>
        <p className={classes.advice}>{describe(item)}</p>
        {state !== "retiring" && <DnsRecord record={record} about={`clé ${selector}`} />}
        {onRetire && state !== "retiring" && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-label={`${state === "active" ? "Retirer" : "Supprimer"} la clé ${selector} de ${domain}`}
            onClick={onRetire}
          >
            {state === "active" ? "Retirer" : "Supprimer"}
          </Button>
        )}
      </div>
    </li>
  );
}

function describe({ state, domain, createdAt, activatedAt, retiredAt }: DkimKey): string {
  switch (state) {
    case "prepared":
      return `Créée le ${formatDateTime(createdAt)} pour ${domain}. Publiez cet enregistrement : elle signera dès qu’elle sera vue.`;
    case "active":
      return `Signe les messages de ${domain} depuis le ${formatDateTime(activatedAt ?? createdAt)}. Laissez l’enregistrement en place.`;
    case "retiring":
      return `Ne signe plus. Laissez son enregistrement dans le DNS jusqu’au ${formatDateTime(retiredAt ?? createdAt)} : des messages signés avec elle sont encore en route.`;
  }
}
