import { Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { type EmailStatus, emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { ChoiceStrip } from "#web/admin/ui/choice-strip.tsx";
import type { LogFilter } from "./log-address.ts";

const pluralLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyés",
  failed: "Échecs",
  cancelled: "Annulés",
};
const choices: { value: LogFilter["status"]; label: string }[] = [
  { value: "all", label: "Tous" },
  ...emailStatuses.map((value) => ({ value, label: pluralLabels[value] })),
];

type Props = {
  filter: LogFilter;
  onChange: (change: Partial<LogFilter>, options?: { replace?: boolean }) => void;
};

export function LogToolbar({ filter, onChange }: Props) {
  return (
    <Group justify="space-between" gap="sm">
      <ChoiceStrip
        label="Filtrer par statut"
        choices={choices}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <LogSearch value={filter.search} onSearch={(search) => onChange({ search }, { replace: true })} />
    </Group>
  );
}

/** What is typed reaches the address after a short rest; an address changed elsewhere (back, reset) reaches the field. */
function LogSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const sendSoon = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, 250);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label="Rechercher dans l’historique"
      placeholder="Destinataire ou objet"
      w={{ base: "100%", sm: 320 }}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        sendSoon(currentTarget.value);
      }}
    />
  );
}
