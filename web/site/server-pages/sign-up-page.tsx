import type { ReactNode } from "react";
import { type Audience, audiences } from "#contract/audience.ts";
import { audienceWords, signUpPath } from "#contract/signup-path.ts";
import type { SignUpPage as SignUp } from "#contract/site-pages.ts";
import button from "../parts/button.module.css";
import { Picture } from "../parts/picture.tsx";
import { dialogFigure } from "../pictures/pictures.ts";
import { Notice } from "../signup/data-notice.tsx";
import { emptyForm, type FormEvents } from "../signup/form-state.ts";
import { resendLabel } from "../signup/last-step-words.ts";
import fields from "../signup/sign-up.module.css";
import { HoneypotField, SignUpFields } from "../signup/sign-up-fields.tsx";
import { showIfStyle } from "./show-if-style.ts";
import styles from "./sign-up-page.module.css";

/** An empty event handler, because no script runs on this page. */
const nothing = () => undefined;
const events: FormEvents = {
  onAudience: nothing,
  onText: nothing,
  onAnswer: nothing,
  onNews: nothing,
  onLeave: nothing,
};

const leads: Record<Audience, string> = {
  user: "La bêta est fermée, pas la porte : dites-nous qui vous êtes et comment vous vous habillez. Nous lisons chaque demande et vous écrivons dès qu’une place est prête.",
  brand:
    "Présentez-nous votre marque : nous lisons chaque demande et vous écrivons dès qu’une place est prête.",
};

/**
 * The sign-up page without a script. It contains the fields of both audiences. The style sheet shows the fields of the chosen
 * audience, so that changing the audience loses no input. The server appends the form's tokens to the page, see `signup-page.rules.ts`.
 */
export function SignUpPage({ audience, questions, typed, problems, problem, questioned, isKnown }: SignUp) {
  const form = { ...emptyForm, ...typed, audience };
  const conditions = showIfStyle(questions, { form: "sign-up", question: "question" });
  return (
    <div className={styles["page"]}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are escaped for CSS, while React would escape them for HTML */}
      {conditions && <style dangerouslySetInnerHTML={{ __html: conditions }} />}
      <div className={styles["words"]}>
        <h1 className={styles["title"]} title="Rejoindre la bêta">
          <span lang="en">Join the beta</span>
        </h1>
        {audiences.map((one) => (
          <p key={one} data-for={one} className={styles["lead"]}>
            {leads[one]}
          </p>
        ))}
        <div className={styles["figure"]}>
          <Picture picture={dialogFigure} sizes="(min-width: 64rem) 24rem, 1px" />
        </div>
      </div>
      <div className={styles["sheet"]}>
        {typed && (
          <SignUpProblems questions={questions} problems={problems} problem={problem}>
            {isKnown && <ResendForm audience={audience} email={typed.email} />}
          </SignUpProblems>
        )}
        <form
          id="sign-up"
          method="post"
          action={signUpPath()}
          noValidate
          className={fields["form"]}
          aria-label="Inscription à la bêta"
        >
          {questioned && <input type="hidden" name="emailConfirmed" value={questioned} />}
          <SignUpFields
            form={form}
            questions={questions}
            audiences={audiences}
            events={events}
            errors={problems}
            honeypot={<HoneypotField />}
          />
          <div className={fields["notes"]}>
            <Notice />
          </div>
          <button type="submit" className={button["button"]} aria-describedby="sign-up-terms">
            Envoyer ma demande
          </button>
        </form>
      </div>
    </div>
  );
}

/** A form that sends the confirmation again, shown when a known address is refused. It is the same for every address. */
function ResendForm({ audience, email }: { audience: Audience; email: string }) {
  return (
    <form method="post" action={`${signUpPath()}/confirmation`}>
      <input type="hidden" name="type" value={audienceWords[audience]} />
      <input type="hidden" name="email" value={email} />
      <button type="submit" className={fields["again"]}>
        {resendLabel}
      </button>
    </form>
  );
}

type ProblemsProps = Pick<SignUp, "questions" | "problems" | "problem"> & { children: ReactNode };

/** The reasons why the form was refused, at the top of the page, with a link to each invalid field. */
function SignUpProblems({ questions, problems, problem, children }: ProblemsProps) {
  const links = problemLinks({ questions, problems });
  return (
    // biome-ignore lint/a11y/noAutofocus: this page is the response to the submitted form
    <div role="alert" tabIndex={-1} autoFocus className={styles["problems"]}>
      <p>{problem ?? "Votre demande n’est pas encore partie."}</p>
      {links.length > 0 && (
        <ul>
          {links.map(({ target, text }) => (
            <li key={target}>
              <a href={`#${target}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

const identity = ["firstname", "name", "email", "website"];

/** The messages in the order of the page. A message about a field that the page does not show has no link. */
function problemLinks({ questions, problems }: Pick<ProblemsProps, "questions" | "problems">) {
  const fields = [
    ...identity.map((field) => ({ field, target: `sign-up-${field}`, name: "" })),
    ...questions.map(({ id, question }) => ({
      field: `responses.${id}`,
      target: `question-${id}`,
      name: /[?!.…:]$/.test(question) ? `${question} ` : `${question}\u00a0: `,
    })),
  ];
  return fields.flatMap(({ field, target, name }) => {
    const message = problems[field];
    return message === undefined ? [] : [{ target, text: name + message }];
  });
}
