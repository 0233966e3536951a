import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Friend } from "#contract/referral-report.schema.ts";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { formatName } from "#web/lib/format.ts";
import type { useReviewReferrals } from "./referrals.api.ts";

type Review = ReturnType<typeof useReviewReferrals>;
type Props = { friend: Pick<Friend, "id" | "firstname" | "name" | "state">; review: Review };

/** What can be said of a friend: the verdict that it does not have. The opposite one takes it back. */
export function ReviewButtons({ friend, review }: Props) {
  const { id, state } = friend;
  const name = formatName(friend);
  const say = (verdict: "accepted" | "refused", message: string) =>
    review.mutate({ verdict, ids: [id] }, { onSuccess: () => notifications.show({ message }) });
  return (
    <Group gap={4} wrap="nowrap">
      {(state === "held" || state === "refused") && (
        <RowButton
          tone="green"
          aria-label={`Compter ${name}`}
          disabled={review.isPending}
          onClick={() => say("accepted", `${name} compte.`)}
        >
          Compter
        </RowButton>
      )}
      {state !== "refused" && state !== "other" && (
        <RowButton
          tone="red"
          aria-label={`Ne pas compter ${name}`}
          disabled={review.isPending}
          onClick={() => say("refused", `${name} ne compte pas.`)}
        >
          Ne pas compter
        </RowButton>
      )}
    </Group>
  );
}
