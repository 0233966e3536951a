import { Badge } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  type IconProps,
  IconQuestionMark,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { type DomainVerdict, domainVerdictLabels } from "#contract/email-domain.ts";

const looks: Record<DomainVerdict, { color: string; Icon: ComponentType<IconProps> }> = {
  ok: { color: "green", Icon: IconCircleCheck },
  warn: { color: "yellow", Icon: IconAlertTriangle },
  error: { color: "red", Icon: IconCircleX },
  unknown: { color: "gray", Icon: IconQuestionMark },
};

type Props = {
  verdict: DomainVerdict;
  /** Another word for it. */
  label?: string;
};

/** A verdict in a word and a sign; the colour only repeats them. */
export function VerdictBadge({ verdict, label = domainVerdictLabels[verdict] }: Props) {
  const { color, Icon } = looks[verdict];
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      color={color}
      leftSection={<Icon size={14} aria-hidden />}
    >
      {label}
    </Badge>
  );
}
