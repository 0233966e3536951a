import type { ReactNode } from "react";
import type { SignUpPage } from "#contract/site-pages.ts";
import styles from "./sign-up-page.module.css";

type ProblemsProps = Pick<SignUpPage, "questions" | "problems" | "problem"> & { children: ReactNode };

/** Why the form was not taken, before everything else: a link leads to each field that is wrong. */
export function SignUpProblems({ questions, problems, problem, children }: ProblemsProps) {
  const links = problemLinks({ questions, problems });
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was asked for by sending the form, and this is its answer
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

/** In the order of the page; a message about nothing that it shows has no link. */
function problemLinks({ questions, problems }: Pick<ProblemsProps, "questions" | "problems">) {
  const fields = [
    ...identity.map((field) => ({ field, target: `sign-up-${field}`, name: "" })),
    ...questions.map(({ id, question }) => ({
      ...{ field: `responses.${id}`, target: `question-${id}` },
      name: /[?!.…:]$/.test(question) ? `${question} ` : `${question}\u00a0: `,
    })),
  ];
  return fields.flatMap(({ field, target, name }) => {
    const message = problems[field];
    return message === undefined ? [] : [{ target, text: name + message }];
  });
}
