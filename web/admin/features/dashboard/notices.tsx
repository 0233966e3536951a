import { Alert, Anchor, Group } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { useRef } from "react";
import { Link } from "react-router";
import type { Notice } from "#contract/notices.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatDateTime } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";
import { describeNotice } from "./notice-texts.ts";
import { noticesQuery, useDismissNotice } from "./notices.api.ts";

/** Notices for super admins, until they dismiss them. */
export function Notices() {
  const notices = useEagerQuery(noticesQuery);
  const dismiss = useDismissNotice();
  const list = useRef<HTMLUListElement>(null);
  const items = notices.data?.items ?? [];

  const onDismiss = (id: string, index: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    dismiss.mutate(id, {
      // The button goes with its notice: the focus moves on to a neighbour, or to the screen's heading.
      onSuccess: () => focusOn(buttons[index + 1] ?? buttons[index - 1] ?? document.querySelector("main h1")),
    });
  };

  return (
    <>
      <ErrorAlert
        error={notices.error}
        fallback="Les avis n’ont pas pu être chargés."
        onRetry={() => void notices.refetch()}
      />
      <ErrorAlert error={dismiss.error} onClose={dismiss.reset} />
      {items.length > 0 && (
        <ul ref={list} className={classes.notices} aria-label="Avis">
          {items.map((notice, index) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              busy={dismiss.isPending && dismiss.variables === notice.id}
              onDismiss={() => onDismiss(notice.id, index)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function focusOn(element: HTMLElement | null): void {
  if (element?.tagName === "H1") element.tabIndex = -1;
  element?.focus();
}

type Props = { notice: Notice; busy: boolean; onDismiss: () => void };

function NoticeItem({ notice, busy, onDismiss }: Props) {
  const { title, actor, lines, link } = describeNotice(notice);
  return (
    <li>
      <Alert role="note" color="yellow" icon={<IconShieldExclamation aria-hidden />} title={title}>
        <p className={classes.notice}>
          {actor === null ? "Le" : `Par ${actor}, le`}{" "}
          <time dateTime={notice.createdAt}>{formatDateTime(notice.createdAt)}</time>.
        </p>
        {lines.map((line) => (
          <p key={line} className={classes.notice}>
            {line}
          </p>
        ))}
        <Group gap="sm" mt="xs">
          <SavingButton
            size="xs"
            variant="default"
            loading={busy}
            aria-label={`J’ai compris : avis du ${formatDateTime(notice.createdAt)}`}
            onClick={onDismiss}
          >
            J’ai compris
          </SavingButton>
          <Anchor component={Link} to={screenAddress(link.to)} size="sm">
            {link.label}
          </Anchor>
        </Group>
      </Alert>
    </li>
  );
}
