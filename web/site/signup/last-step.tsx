import { type FormEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { validateEmail } from "#contract/signup.ts";
import { ApiFailure, failureMessage } from "#web/lib/api.ts";
import { Field } from "#web/lib/questions/field.tsx";
import buttons from "../parts/button.module.css";
import { correctLabel, lastStep } from "./last-step-words.ts";
import { correctAddress, type TakenSignUp } from "./sign-up.api.ts";
import styles from "./sign-up.module.css";

/** Asks the visitor to open the message, and lets them correct its address. */
export function LastStep({ sent }: { sent: TakenSignUp }) {
  const [email, setEmail] = useState(sent.email);
  const [open, setOpen] = useState<boolean>();
  const [refusal, setRefusal] = useState<{ message: string }>();
  const busy = useRef(false);
  /** The address that the server doubts. */
  const questioned = useRef("");
  const focused = useRef<HTMLInputElement & HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus to the address
  useEffect(() => {
    if (open !== undefined) focused.current?.focus();
  }, [open, refusal]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = focused.current?.value ?? "";
    const problem = validateEmail(typed);
    if (problem) return setRefusal({ message: problem });
    if (busy.current) return;
    busy.current = true;
    try {
      await correctAddress(sent, typed, questioned.current === typed);
      setEmail(typed.trim());
      setRefusal(undefined);
      setOpen(false);
    } catch (failure) {
      const { code, fields } = failure instanceof ApiFailure ? failure : new ApiFailure(0, {});
      if (code === "email_unconfirmed") questioned.current = typed;
      setRefusal({ message: fields["email"] ?? failureMessage(failure) });
    }
    busy.current = false;
  };

  return (
    <div className={styles["last"]}>
      <p role="status">
        {lastStep} <strong>{email}</strong>.
      </p>
      {open ? (
        <form noValidate className={styles["form"]} onSubmit={(event) => void submit(event)}>
          <Field
            id="corrected-email"
            label="Adresse e-mail"
            error={refusal?.message}
            classes={styles}
            required
          >
            {(control) => (
              <input
                {...control}
                ref={focused}
                type="email"
                name="email"
                autoComplete="email"
                maxLength={limits.emailMax}
                defaultValue={email}
              />
            )}
          </Field>
          <div>
            <button type="submit" className={buttons["button"]}>
              {correctLabel}
            </button>
          </div>
        </form>
      ) : (
        <button ref={focused} type="button" className={styles["again"]} onClick={() => setOpen(true)}>
          {correctLabel}
        </button>
      )}
    </div>
  );
}
