import { useState } from "react";
import type { Question } from "#contract/questionnaire.ts";
import {
  checkForm,
  emptyForm,
  type FormEvents,
  type FormState,
  withAnswer,
} from "#web/site/signup/form-state.ts";
import { useValidation } from "#web/site/signup/use-validation.ts";

/** What is typed into the preview, checked as the site checks it. Nothing leaves. */
export function usePreview(questions: readonly Question[]) {
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
    /** All was filled in and "sent". */
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
