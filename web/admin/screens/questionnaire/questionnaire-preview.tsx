import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import classes from "./preview.module.css";
import { PreviewForm } from "./preview-form.tsx";

const audienceLabels: Record<Audience, string> = { user: "Pour moi", brand: "Pour ma marque" };

type Props = { questions: readonly Question[]; open: boolean; onClose: () => void };

/** The sign-up form as a visitor sees it, with the active questions of an audience. Nothing is sent. */
export function QuestionnairePreview({ questions, open, onClose }: Props) {
  const [audience, setAudience] = useState<Audience>("user");
  return (
    <AdminDialog title="Aperçu du formulaire" open={open} onClose={onClose}>
      <section className={classes.sheet} aria-label="Formulaire tel que le voit un visiteur">
        <fieldset className={classes.toggle}>
          <legend className="visually-hidden">Type d’inscription</legend>
          {(["user", "brand"] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="preview-audience"
                checked={audience === value}
                onChange={() => setAudience(value)}
              />
              <span>{audienceLabels[value]}</span>
            </label>
          ))}
        </fieldset>
        <PreviewForm key={audience} audience={audience} questions={questions} />
        <p className={classes.note}>Aperçu : vous pouvez remplir les champs, rien n’est envoyé.</p>
      </section>
    </AdminDialog>
  );
}
