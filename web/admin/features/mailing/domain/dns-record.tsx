import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import { CopyTextButton } from "#web/admin/ui/buttons.tsx";
import classes from "./domain.module.css";

type DnsRecordValue = NonNullable<NonNullable<DomainCheckRow["fix"]>["record"]>;

/** A record to paste at the domain's host. @param about its purpose, read by screen readers with each button */
export function DnsRecord({
  record: { name, type, value },
  about,
}: {
  record: DnsRecordValue;
  about: string;
}) {
  return (
    <dl className={classes.record} aria-label={`Enregistrement à publier, ${about}`}>
      <dt>Nom</dt>
      <dd>
        <code>{name}</code>
        <CopyTextButton
          size="compact-sm"
          text={name}
          label="Copier le nom"
          about={about}
          copiedLabel="Nom copié"
        />
      </dd>
      <dt>Type</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>Valeur</dt>
      <dd>
        <code>{value}</code>
        <CopyTextButton
          size="compact-sm"
          text={value}
          label="Copier la valeur"
          about={about}
          copiedLabel="Valeur copiée"
        />
      </dd>
    </dl>
  );
}
