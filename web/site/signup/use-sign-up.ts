import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { isChoice } from "#contract/questions/registry.ts";
import { questionnaireChangedMessage, signupMessages, validateEmail } from "#contract/signup.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { visitSource } from "../visit-source.ts";
import { deliverSignUp } from "./deliver-sign-up.ts";
import { useEmailAside } from "./email-aside.tsx";
import {
  checkForm,
  emptyForm,
  type FormEvents,
  type FormState,
  type TextField,
  toSignup,
  withAnswer,
  withPresentOptions,
} from "./form-state.ts";
import { createProver } from "./prover.ts";
import { type FormPass, fetchQuestionnaire, type TakenSignUp } from "./sign-up.api.ts";
import { useTypingMessage, useValidation } from "./use-validation.ts";

export type Phase = "form" | "submitting" | "success";

/**
 * The state of the sign-up form, until the thanks.
 * @param typed receives the form's current content, for the component that outlives this one
 * @param audience the form's first audience
 */
export function useSignUp(typed: RefObject<FormState>, audience: Audience = emptyForm.audience) {
  const [input, setForm] = useState<FormState>({ ...emptyForm, audience });
  const [phase, setPhase] = useState<Phase>("form");
  const [sent, setSent] = useState<TakenSignUp | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Counts refused attempts. Each one moves the focus to the first error. */
  const [refusals, setRefusals] = useState(0);
  const honeypot = useRef<HTMLInputElement>(null);
  /** The address that the server doubts. Sending it again unchanged confirms it. */
  const questioned = useRef<string | null>(null);
  const [prover] = useState(createProver);
  const { status, questions, passes, reload, retry } = useQuestions(input.audience);
  const form = withPresentOptions(input, questions);
  typed.current = form;
  const validation = useValidation(() => checkForm(form, questions));
  const { errors, showErrors, fieldChanged, choiceChanged } = validation;
  const { said, sayLater } = useTypingMessage(errors);
  const emailAside = useEmailAside();

  const refuse = (fields: Record<string, string>, message: string | null) => {
    showErrors(fields);
    sayLater(null);
    setProblem(message);
    setPhase("form");
    setRefusals((count) => count + 1);
  };

  const [, setBroken] = useState(null);
  /** Sends the form. Rethrows an asynchronous error during rendering, so that the dialog's error boundary catches it. */
  const submit = () =>
    send().catch((error: unknown) =>
      setBroken(() => {
        throw error;
      }),
    );

  const send = async () => {
    const found = checkForm(form, questions);
    if (Object.keys(found).length > 0) return refuse(found, null);
    const pass = passes.current[form.audience];
    if (!pass) return; // the pass comes with the questionnaire, until which the button is disabled
    setPhase("submitting");
    setProblem(null);
    emailAside.clear();
    try {
      const taken = await deliverSignUp({
        audience: form.audience,
        form: toSignup(form, questions),
        source: visitSource(),
        company: honeypot.current?.value ?? "",
        pass,
        emailConfirmed: questioned.current === form.email,
        prove: prover.prove,
        onFreshPass: (fresh) => {
          passes.current[form.audience] = fresh;
        },
      });
      setSent(taken);
      setPhase("success");
    } catch (error) {
      const failure = error instanceof ApiFailure ? error : new ApiFailure(0, {});
      if (failure.code === "email_unconfirmed") questioned.current = form.email;
      if (failure.code === "duplicate_email") emailAside.offerMessage(form.audience, form.email);
      if (!showsOtherQuestions(failure))
        return refuse(failure.fields, failure.message || signupMessages.failed);
      const present = await reload();
      const missing = present ? checkForm(withPresentOptions(form, present), present) : {};
      const problems = { ...missing, ...failure.fields };
      refuse(problems, questionnaireChangedMessage(problems, present ?? questions));
    }
  };

  /** Starts the proof of work, which is required during an attack, while the visitor fills the rest of the form. */
  const proveEarly = () => {
    const puzzle = passes.current[form.audience]?.puzzle;
    if (puzzle && phase === "form" && validateEmail(form.email) === null)
      void prover.prove(puzzle, form.email);
  };

  const events: FormEvents = {
    onAudience(chosen) {
      setForm((now) => ({ ...now, audience: chosen }));
      showErrors({});
      setProblem(null);
      emailAside.clear();
    },
    onText(field, value) {
      setForm((now) => ({ ...now, [field]: value }));
      fieldChanged(field);
      sayLater(field);
      if (field === "email") emailAside.clear();
    },
    onAnswer({ id, fieldType }, answer) {
      setForm((now) => withAnswer(now, id, answer));
      const changed = isChoice(fieldType) ? choiceChanged : fieldChanged;
      changed(`responses.${id}`);
      sayLater(`responses.${id}`);
    },
    onNews(newsConsent) {
      setForm((now) => ({ ...now, newsConsent }));
    },
    onLeave(field) {
      validation.fieldLeft(field);
      sayLater(field);
      if (field !== "email") return;
      proveEarly();
      emailAside.fieldLeft(form.email, (meant) => {
        events.onText("email", meant);
        document.getElementById("sign-up-email")?.focus();
      });
    },
  };

  return {
    form,
    phase,
    sent,
    aside: emailAside.aside,
    problem,
    refusals,
    errors,
    said,
    honeypot,
    questions,
    status,
    retry,
    submit,
    events,
    startAgain() {
      setForm(emptyForm);
      showErrors({});
      setProblem(null);
      setPhase("form");
    },
  };
}

export type SignUp = ReturnType<typeof useSignUp>;

/** True when the questions changed. The form passed the same checks, so the server refuses a question only after a change. */
function showsOtherQuestions({ code, fields }: ApiFailure): boolean {
  return code === "questionnaire_changed" || Object.keys(fields).some((field) => !fixedFields.has(field));
}

const fixedFields: ReadonlySet<string> = new Set<TextField>(["firstname", "name", "email", "website"]);

type Loaded = { status: "loading" | "ready" | "error"; questions: Question[] };

/** The questions of an audience, with the pass that lets its form be sent. */
function useQuestions(audience: Audience) {
  const [loaded, setLoaded] = useState<Record<Audience, Loaded>>({ user: nothing, brand: nothing });
  const passes = useRef<Partial<Record<Audience, FormPass>>>({});

  const load = useCallback(async (of: Audience): Promise<Question[] | null> => {
    try {
      const { questions, pass } = await fetchQuestionnaire(of);
      passes.current[of] = pass;
      setLoaded((all) => ({ ...all, [of]: { status: "ready", questions } }));
      return questions;
    } catch {
      // Shown as the questionnaire's error, with a retry button.
      setLoaded((all) => ({ ...all, [of]: { ...all[of], status: "error" } }));
      return null;
    }
  }, []);

  const { status, questions } = loaded[audience];
  useEffect(() => {
    if (status === "loading") void load(audience);
  }, [status, audience, load]);

  return {
    status,
    questions,
    passes,
    /** Refetches the questions and keeps the shown ones meanwhile; null when the request fails. */
    reload: () => load(audience),
    /** Shows the loading state again after a failure. */
    retry: () => setLoaded((all) => ({ ...all, [audience]: { ...all[audience], status: "loading" } })),
  };
}

const nothing: Loaded = { status: "loading", questions: [] };
