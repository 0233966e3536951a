import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Friend } from "#contract/referral-report.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { formatName } from "#web/lib/format.ts";
import type { useReviewReferrals } from "./referrals.api.ts";

type Review = ReturnType<typeof useReviewReferrals>;
type Props = {
  friend: Pick<Friend, "id" | "firstname" | "name" | "state" | "reviewed" | "confirmed">;
  review: Review;
  /** Called after a review. Moves the focus when the row disappears with its buttons. */
  onReviewed?: () => void;
};

/** The verdicts that a friend does not have yet. The opposite verdict reverses an earlier one. */
export function ReviewButtons({ friend, review, onReviewed }: Props) {
  const { id, state, reviewed, confirmed } = friend;
  const name = formatName(friend);
  const { isPending, variables } = review;
  const running = isPending && "ids" in variables && variables.ids.includes(id) && variables.verdict;
  const say = (verdict: "accepted" | "refused", message: string) =>
    review.mutate(
      { verdict, ids: [id] },
      {
        onSuccess: () => {
          notifications.show({ message });
          onReviewed?.();
        },
      },
    );
  return (
    <Group gap="xs">
      {(state === "held" || reviewed === "refused") && (
        <SavingButton
          size="xs"
          variant="light"
          color="green"
          aria-label={`Compter ${name}`}
          loading={running === "accepted"}
          disabled={review.isPending}
          onClick={() =>
            say(
              "accepted",
              `${name} : parrainage accepté${confirmed ? "" : ", adresse pas encore confirmée"}.`,
            )
          }
        >
          Compter
        </SavingButton>
      )}
      {reviewed !== "refused" && (state !== "other" || reviewed === "accepted") && (
        <SavingButton
          size="xs"
          variant="light"
          color="red"
          aria-label={`Ne pas compter ${name}`}
          loading={running === "refused"}
          disabled={review.isPending}
          onClick={() => say("refused", `${name} ne compte pas.`)}
        >
          Ne pas compter
        </SavingButton>
      )}
    </Group>
  );
}
