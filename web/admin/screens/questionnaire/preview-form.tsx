import { useId, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { consentTexts } from "#contract/consent-texts.ts";
import { type Question, questionsFor } from "#contract/questionnaire.ts";
import type { Responses } from "#contract/signup.ts";
import { Field } from "#web/lib/questions/field.tsx";
import { QuestionField } from "#web/lib/questions/question-field.tsx";
import classes from "./preview.module.css";

const identityLabels: Record<Audience, string[]> = {
  user: ["Prénom", "Nom", "Adresse e-mail"],
  brand: ["Prénom du contact", "Nom de la marque", "Adresse e-mail de la marque", "Site web"],
};

type Props = { audience: Audience; questions: readonly Question[] };

/** The fields that a visitor of one audience sees, and what is agreed to. What is filled in goes nowhere. */
export function PreviewForm({ audience, questions }: Props) {
  const prefix = useId();
  const [responses, setResponses] = useState<Responses>({});
  const asked = questionsFor(audience, questions);
  return (
    <div className={classes.fields}>
      <div className={classes.identity}>
        {identityLabels[audience].map((label) => (
          <PreviewText key={label} label={label} />
        ))}
      </div>
      {asked.map((question) => (
        <QuestionField
          key={question.id}
          id={`${prefix}${question.id}`}
          question={question}
          answer={responses[question.id]}
          error={undefined}
          classes={classes}
          autoComplete="off"
          onChange={(answer) => setResponses((now) => ({ ...now, [question.id]: answer }))}
        />
      ))}
      {asked.length === 0 && <p className={classes.note}>Aucune question active pour ce public.</p>}
      <label className={classes.choice}>
        <input type="checkbox" />
        {consentTexts.news}
      </label>
      <p className={classes.note}>{consentTexts.terms}</p>
    </div>
  );
}

function PreviewText({ label }: { label: string }) {
  return (
    <Field id={useId()} label={label} error={undefined} required classes={classes}>
      {(control) => <input {...control} type="text" autoComplete="off" />}
    </Field>
  );
}
