import { type FormEvent, useEffect, useRef } from "react";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import type { PublicSite } from "#contract/site.ts";
import buttons from "#web/site/parts/button.module.css";
import { Notice } from "#web/site/signup/data-notice.tsx";
import styles from "#web/site/signup/sign-up.module.css";
import { SignUpFields } from "#web/site/signup/sign-up-fields.tsx";
import { SiteContext } from "#web/site/site-context.tsx";
import classes from "./preview.module.css";
import type { usePreview } from "./use-preview.ts";

type Props = {
  questions: readonly Question[];
  preview: ReturnType<typeof usePreview>;
  /** What the owner says of themselves; null while it is read. */
  site: PublicSite | null;
};

/** The site's own form, drawn by the site's own parts: what is filled in is checked as there and goes nowhere. */
export function PreviewForm({ questions, preview, site }: Props) {
  const { form, errors, events, refusals, tried, submit } = preview;
  const ref = useRef<HTMLFormElement>(null);
  const asked = questionsFor(form.audience, questions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as on the site, each refusal leads to the first wrong field.
  useEffect(() => {
    const wrong = ':is(input, select, textarea)[aria-invalid="true"], [data-invalid] input';
    ref.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [refusals]);
  const check = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form
      ref={ref}
      noValidate
      className={styles["form"]}
      aria-label="Aperçu de l’inscription"
      onSubmit={check}
    >
      <SignUpFields {...{ form, errors, events }} questions={asked} audiences={[form.audience]} trap={null}>
        {asked.length === 0 && <p className={classes.note}>Aucune question active pour ce public.</p>}
      </SignUpFields>
      {site && (
        <div className={styles["notes"]}>
          <SiteContext value={site}>
            <Notice />
          </SiteContext>
        </div>
      )}
      <button type="submit" className={buttons["button"]}>
        Envoyer ma demande
      </button>
      <p role="status" className={classes.note}>
        {tried ? "Tout est rempli comme il faut. C’est un aperçu : rien n’a été envoyé." : ""}
      </p>
    </form>
  );
}
