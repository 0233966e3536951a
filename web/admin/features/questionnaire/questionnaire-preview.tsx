import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { type Question, visibleQuestions } from "#contract/questionnaire.ts";
import type { PublicSite } from "#contract/site.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import buttons from "#web/site/parts/button.module.css";
import { Notice } from "#web/site/signup/data-notice.tsx";
import {
  checkForm,
  emptyForm,
  type FormEvents,
  type FormState,
  withAnswer,
} from "#web/site/signup/form-state.ts";
import styles from "#web/site/signup/sign-up.module.css";
import { SignUpFields } from "#web/site/signup/sign-up-fields.tsx";
import { useValidation } from "#web/site/signup/use-validation.ts";
import { SiteContext } from "#web/site/site-context.tsx";
import classes from "./preview.module.css";
import { ownerQuery } from "./questions.api.ts";

const audiences: { value: Audience; label: string }[] = [
  { value: "user", label: "Personnes" },
  { value: "brand", label: "Marques" },
];

type QuestionnairePreviewProps = { questions: readonly Question[]; open: boolean; onClose: () => void };

/** The sign-up dialog as a visitor sees it, with the active questions of an audience. Nothing is sent. */
export function QuestionnairePreview({ questions, open, onClose }: QuestionnairePreviewProps) {
  return (
    <AdminDialog title="Aperçu du formulaire" open={open} onClose={onClose}>
      <Preview questions={questions} />
    </AdminDialog>
  );
}

/** Starts empty each time it is opened. */
function Preview({ questions }: { questions: readonly Question[] }) {
  const preview = usePreview(questions);
  const owner = useEagerQuery(ownerQuery);
  const site = useMemo(() => (owner.data ? { ...owner.data, images: {} } : null), [owner.data]);
  return (
    <>
      <div className={classes.head}>
        <ChoiceStrip
          label="Public de l’aperçu"
          choices={audiences}
          value={preview.form.audience}
          onChange={preview.events.onAudience}
        />
        <p className={classes.about}>Vous pouvez remplir les champs, rien n’est envoyé.</p>
      </div>
      <section className={classes.sheet} aria-label="Formulaire tel que le voit un visiteur">
        <p className={classes.title} title="Rejoindre la bêta">
          <span lang="en">Join the beta</span>
        </p>
        <PreviewForm questions={questions} preview={preview} site={site} />
      </section>
    </>
  );
}

type PreviewFormProps = {
  questions: readonly Question[];
  preview: ReturnType<typeof usePreview>;
  /** The details of the site's owner; null while they load. */
  site: PublicSite | null;
};

/** The site's form, rendered with the site's components. Input is validated as on the site, and never sent. */
function PreviewForm({ questions, preview, site }: PreviewFormProps) {
  const { form, errors, events, refusals, tried, submit } = preview;
  const ref = useRef<HTMLFormElement>(null);
  const asked = visibleQuestions(form.audience, questions, form.responses);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as on the site, each refused submit focuses the first wrong field.
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
      <SignUpFields
        form={form}
        errors={errors}
        events={events}
        questions={asked}
        audiences={[form.audience]}
        honeypot={null}
      >
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

/** Holds the preview's input and validates it as the site does. */
function usePreview(questions: readonly Question[]) {
  const [form, setForm] = useState<FormState>(emptyForm);
  const [refusals, setRefusals] = useState(0);
  const [tried, setTried] = useState(false);
  const validation = useValidation(() => checkForm(form, questions));
  const change = (next: FormState) => {
    setTried(false);
    setForm(next);
  };
  const events: FormEvents = {
    onAudience(audience) {
      validation.showErrors({});
      change({ ...form, audience });
    },
    onText(field, value) {
      change({ ...form, [field]: value });
      validation.fieldChanged(field);
    },
    onAnswer(question, answer) {
      change(withAnswer(form, question.id, answer));
      validation.choiceChanged(`responses.${question.id}`);
    },
    onNews: (newsConsent) => change({ ...form, newsConsent }),
    onLeave: validation.fieldLeft,
  };
  return {
    form,
    events,
    errors: validation.errors,
    refusals,
    /** True once the visitor's form was valid and would have been sent. */
    tried,
    submit() {
      const all = checkForm(form, questions);
      validation.showErrors(all);
      const isRefused = Object.keys(all).length > 0;
      setTried(!isRefused);
      if (isRefused) setRefusals((count) => count + 1);
    },
  };
}
