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
  /** A text that replaces the verdict's usual label. */
  label?: string;
};

/** Shows a verdict as a word and an icon: the colour carries no further information. */
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
