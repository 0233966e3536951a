import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { type Icon, IconAlertTriangle, IconInbox } from "@tabler/icons-react";
import { type ReactNode, type RefCallback, useCallback } from "react";
import { Link } from "react-router";
import { ApiFailure, failureMessage } from "#web/lib/api.ts";
import classes from "./empty-state.module.css";
import { screenAddress } from "./screen-address.ts";

/** Shown while data is loading. */
export function LoadingText({ children = "Chargement…" }: { children?: string }) {
  return (
    <Group role="status" gap="sm" p="xl" justify="center">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{children}</Text>
    </Group>
  );
}

type EmptyStateProps = { icon?: Icon; title: string; children?: ReactNode; action?: ReactNode };

/** An empty state with the next step. */
export function EmptyState({ icon: EmptyIcon = IconInbox, title, children, action }: EmptyStateProps) {
  return (
    <Stack className={classes.root ?? ""} align="center" gap="xs">
      <EmptyIcon size={36} stroke={1.2} aria-hidden />
      <Text className={classes.title ?? ""}>{title}</Text>
      {children && <Text c="dimmed">{children}</Text>}
      {action}
    </Stack>
  );
}

type EmptyStateLinkProps = { children: string } & ({ screen: string } | { site: string });

/** A link from an empty screen to the next step: another screen, or a page of the site in a new tab. */
export function EmptyStateLink({ children, ...to }: EmptyStateLinkProps) {
  if ("screen" in to)
    return (
      <Button component={Link} to={screenAddress(to.screen)} variant="default">
        {children}
      </Button>
    );
  return (
    <Button component="a" href={to.site} target="_blank" rel="noopener" variant="default">
      {children}
      <span className="visually-hidden">&nbsp;(nouvel onglet)</span>
    </Button>
  );
}

type ErrorAlertProps = {
  /** Null renders nothing. */
  error: unknown;
  /** Text before the message, like 'Erreur:'. */
  prefix?: string;
  /** The screen's own sentence, for errors without an API message. */
  fallback?: ReactNode;
  /** A sentence that is always shown, before the message of our API. */
  sentence?: string;
  onRetry?: () => void;
  onClose?: () => void;
};

/** The only component in which screens report a failure. */
export function ErrorAlert({ error, prefix, fallback, sentence, onRetry, onClose }: ErrorAlertProps) {
  if (!error) return null;
  const words = wordsOf(error) ?? fallback;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Fermer"
      {...(onClose && { onClose })}
    >
      {prefix && `${prefix} `}
      {sentence}
      {sentence && words && "\u00a0: "}
      {sentence ? words : (words ?? failureMessage(error))}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </Alert>
  );
}

function wordsOf(error: unknown): string | null {
  return error instanceof ApiFailure ? error.serverMessage : null;
}

/** `text` up to its first full stop, or all of it without one. A full stop after a single letter belongs to an initial. */
export function firstSentence(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  return /^(?:|.*?(?:[^\p{L}\n]|[^\s\u2068]\p{L}))[.!?…](?=\s|$)/u.exec(plain)?.[0] ?? plain;
}

/** Matches the first paragraph, or an element before it that shows that the dialog has no introduction. */
const first =
  "p:not([role=status] *), label, input, textarea, select, button, table, dl, ul, ol, form h2, h2, h3";

/**
 * Copies a dialog's introductory sentence to the hidden element `id`, which describes the dialog instead of the
 * whole paragraph. A dialog that begins with a field or a list has no such sentence. A loading text does not count either.
 * @returns the ref for the dialog's body
 */
export function useFirstSentence(id: string): RefCallback<HTMLElement> {
  return useCallback(
    (body) => {
      if (!body) return;
      const tell = () => {
        const opening = body.querySelector(first);
        const sentence = opening?.localName === "p" ? firstSentence(opening.textContent ?? "") : "";
        const description = document.getElementById(id);
        if (description && description.textContent !== sentence) description.textContent = sentence;
      };
      tell();
      const observer = new MutationObserver(tell);
      observer.observe(body, { childList: true, characterData: true, subtree: true });
      return () => observer.disconnect();
    },
    [id],
  );
}
