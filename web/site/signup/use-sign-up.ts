import { useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { type Answer, signupMessages } from "#contract/signup.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { checkForm, emptyForm, type FormState, type TextField, toSignup, withAnswer } from "./form-state.ts";
import { sendSignUp } from "./sign-up.api.ts";
import { useQuestions } from "./use-questions.ts";
import { useValidation } from "./use-validation.ts";

export type Phase = "form" | "submitting" | "success";

/** A sign-up from the first keystroke to the thanks. */
export function useSignUp() {
  const [form, setForm] = useState<FormState>(emptyForm);
  const [phase, setPhase] = useState<Phase>("form");
  const [problem, setProblem] = useState<string | null>(null);
  /** Counts the refused attempts: each brings the focus to what is wrong. */
  const [refusals, setRefusals] = useState(0);
  const trap = useRef<HTMLInputElement>(null);
  const { status, questions, reload } = useQuestions(form.audience);
  const { errors, setErrors, fieldChanged, fieldLeft } = useValidation(() => checkForm(form, questions));

  const refuse = (fields: Record<string, string>, message: string | null) => {
    setErrors(fields);
    setProblem(message);
    setPhase("form");
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    const found = checkForm(form, questions);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setPhase("submitting");
    setProblem(null);
    try {
      await sendSignUp(form.audience, toSignup(form, questions), trap.current?.value ?? "");
      setPhase("success");
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : new ApiFailure(0, {});
      // A question was changed or switched off meanwhile: the new ones are shown, what was answered stays.
      if (failure.code === "questionnaire_changed") await reload();
      refuse(failure.fields, failure.message || signupMessages.failed);
    }
  };

  return {
    form,
    phase,
    problem,
    refusals,
    errors,
    trap,
    questions,
    status,
    reload,
    submit,
    fieldLeft,
    chooseAudience(audience: Audience) {
      setForm((now) => ({ ...now, audience }));
      setErrors({});
      setProblem(null);
    },
    changeText(field: TextField, value: string) {
      setForm((now) => ({ ...now, [field]: value }));
      fieldChanged(field);
    },
    changeAnswer(id: string, answer: Answer) {
      setForm((now) => withAnswer(now, id, answer));
      fieldChanged(`responses.${id}`);
    },
    startAgain() {
      setForm(emptyForm);
      setErrors({});
      setProblem(null);
      setPhase("form");
    },
  };
}

export type SignUp = ReturnType<typeof useSignUp>;
