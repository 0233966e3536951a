import { useMemo } from "react";
import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ChoiceStrip } from "#web/admin/ui/choice-strip.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import classes from "./preview.module.css";
import { PreviewForm } from "./preview-form.tsx";
import { ownerQuery } from "./questions.api.ts";
import { usePreview } from "./use-preview.ts";

const audiences: { value: Audience; label: string }[] = [
  { value: "user", label: "Personnes" },
  { value: "brand", label: "Marques" },
];

type Props = { questions: readonly Question[]; open: boolean; onClose: () => void };

/** The sign-up dialog as a visitor sees it, with the active questions of an audience. Nothing is sent. */
export function QuestionnairePreview({ questions, open, onClose }: Props) {
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
        <p className={classes.title} lang="en">
          Join the beta
        </p>
        <PreviewForm questions={questions} preview={preview} site={site} />
      </section>
    </>
  );
}
