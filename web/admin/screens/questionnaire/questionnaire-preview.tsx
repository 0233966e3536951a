import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import classes from "./preview.module.css";
import { PreviewField, PreviewText } from "./preview-field.tsx";

const audienceLabels: Record<Audience, string> = { user: "Pour moi", brand: "Pour ma marque" };

const identityLabels: Record<Audience, string[]> = {
  user: ["Prénom", "Nom", "Adresse e-mail"],
  brand: ["Prénom du contact", "Nom de la marque", "Adresse e-mail de la marque", "Site web"],
};

type Props = { questions: readonly Question[]; open: boolean; onClose: () => void };

/** The sign-up form as a visitor sees it, with the active questions of an audience. Nothing is sent. */
export function QuestionnairePreview({ questions, open, onClose }: Props) {
  const [audience, setAudience] = useState<Audience>("user");
  const asked = questionsFor(audience, questions);
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
        <div key={audience} className={classes.fields}>
          <div className={classes.identity}>
            {identityLabels[audience].map((label) => (
              <PreviewText key={label} label={label} />
            ))}
          </div>
          {asked.map((question) => (
            <PreviewField key={question.id} question={question} />
          ))}
          {asked.length === 0 && <p className={classes.note}>Aucune question active pour ce public.</p>}
        </div>
        <p className={classes.note}>Aperçu : vous pouvez remplir les champs, rien n’est envoyé.</p>
      </section>
    </AdminDialog>
  );
}
