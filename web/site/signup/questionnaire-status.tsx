import { useEffect, useRef } from "react";
import { signupMessages } from "#contract/signup.ts";
import styles from "./sign-up.module.css";

type QuestionnaireStatusProps = { status: "loading" | "ready" | "error"; onRetry: () => void };

/** Whether the questions are there. After a retry the focus moves from here to the first of them. */
export function QuestionnaireStatus({ status, onRetry }: QuestionnaireStatusProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || document.activeElement !== place.current) return;
    if (status === "error") place.current.querySelector("button")?.focus();
    if (status === "ready") fieldAfter(place.current)?.focus();
  }, [status]);
  const retry = () => {
    place.current?.focus();
    onRetry();
  };
  return (
    <div ref={place} tabIndex={-1} className={styles["status"]}>
      {status === "loading" && <p role="status">Chargement du questionnaire…</p>}
      {status === "error" && (
        <div role="alert" className={styles["problem"]}>
          {signupMessages.questionnaireUnavailable}{" "}
          <button type="button" className={styles["again"]} onClick={retry}>
            Réessayer
          </button>
        </div>
      )}
    </div>
  );
}

function fieldAfter(place: Element): HTMLElement | undefined {
  const fields = place.closest("form")?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [];
  return [...fields].find(
    (field) =>
      place.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING &&
      field.getClientRects().length > 0,
  );
}
