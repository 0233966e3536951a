import { Badge, Button, Card, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { PersonalDataReport } from "#contract/privacy.schema.ts";
import { useRectifyPerson } from "#web/admin/features/privacy/privacy.api.ts";
import { RectifyDialog } from "#web/admin/ui/rectification/rectify-dialog.tsx";
import { formatDateTime, formatName, formatStatus, formatWebsite } from "#web/lib/format.ts";
import classes from "./person.module.css";

type Signup = PersonalDataReport["signups"][number];
type Props = { email: string; signup: Signup };

export function PersonSignup({ email, signup }: Props) {
  const save = useRectifyPerson(email, signup);
  const [rectifies, setRectifies] = useState(false);
  const { audience, website, status, createdAt, confirmedAt, answers } = signup;
  return (
    <Card withBorder>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Text fw={600}>
            <bdi>{formatName(signup)}</bdi>
          </Text>
          <Badge variant="light" color="gray">
            {audience === "brand" ? "Marque" : "Utilisateur"}
          </Badge>
          <Badge variant="light">{formatStatus(status)}</Badge>
        </Group>
        <Button variant="default" size="xs" onClick={() => setRectifies(true)}>
          Rectifier
        </Button>
      </Group>
      <dl className={classes.facts}>
        <Fact label="Inscription">{formatDateTime(createdAt)}</Fact>
        <Fact label="Adresse">
          {confirmedAt ? `confirmée le ${formatDateTime(confirmedAt)}` : "non confirmée"}
        </Fact>
        {website && <Fact label="Site web">{formatWebsite(website)}</Fact>}
        {answers.map(({ question, answer }) => (
          <Fact key={`${question} ${answer}`} label={question ?? "Question supprimée"}>
            <bdi>{answer}</bdi>
          </Fact>
        ))}
      </dl>
      {rectifies && (
        <RectifyDialog audience={audience} signup={signup} save={save} onClose={() => setRectifies(false)} />
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
