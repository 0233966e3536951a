import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/lib/questions/field.tsx";
import type { FormEvents, FormState, TextField } from "./form-state.ts";
import styles from "./sign-up.module.css";

type Identity = {
  field: TextField;
  /** The label for each audience. An audience without a label is not asked for this field. */
  labels: Partial<Record<Audience, string>>;
  type: "text" | "email";
  autoComplete: Partial<Record<Audience, string>>;
  inputMode?: "url";
  maxLength: number;
};

const both = (text: string) => ({ user: text, brand: text });

const identity: readonly Identity[] = [
  {
    field: "firstname",
    labels: { user: "Prénom", brand: "Prénom du contact" },
    type: "text",
    autoComplete: both("given-name"),
    maxLength: limits.nameMax,
  },
  {
    field: "name",
    labels: { user: "Nom", brand: "Nom de la marque" },
    type: "text",
    autoComplete: { user: "family-name", brand: "organization" },
    maxLength: limits.nameMax,
  },
  {
    field: "email",
    labels: { user: "Adresse e-mail", brand: "Adresse e-mail de la marque" },
    type: "email",
    autoComplete: both("email"),
    maxLength: limits.emailMax,
  },
  {
    field: "website",
    labels: { brand: "Site web" },
    type: "text",
    inputMode: "url",
    autoComplete: both("url"),
    maxLength: limits.websiteMax,
  },
];

type IdentityFieldsProps = {
  form: FormState;
  errors: Record<string, string>;
  /** The audiences whose fields are rendered. With both, a style sheet shows the fields of the chosen one. */
  audiences: readonly Audience[];
  events: FormEvents;
  emailAside: ReactNode;
};

export function IdentityFields({ form, errors, audiences, events, emailAside }: IdentityFieldsProps) {
  return (
    <div className={styles["identity"]}>
      {identity.map(({ field, labels, autoComplete, ...input }) => {
        const asked = audiences.filter((audience) => labels[audience]);
        if (asked.length === 0) return null;
        return (
          <OnlyFor key={field} asked={asked} audiences={audiences}>
            <Field
              id={`sign-up-${field}`}
              label={labelOf(labels, asked)}
              error={errors[field]}
              classes={styles}
              required
            >
              {(control) => (
                <input
                  {...control}
                  {...input}
                  name={field}
                  autoComplete={autoComplete[form.audience]}
                  value={form[field]}
                  onChange={(event) => events.onText(field, event.target.value)}
                  onBlur={() => events.onLeave(field)}
                />
              )}
            </Field>
            {field === "email" && emailAside}
          </OnlyFor>
        );
      })}
    </div>
  );
}

function labelOf(labels: Identity["labels"], asked: readonly Audience[]): ReactNode {
  const [first, ...others] = asked;
  if (first && others.every((audience) => labels[audience] === labels[first])) return labels[first];
  return asked.map((audience) => (
    <span key={audience} data-for={audience}>
      {labels[audience]}
    </span>
  ));
}

type OnlyForProps = {
  /** The audiences that see the children. */
  asked: readonly Audience[];
  /** The audiences for which the form is rendered. */
  audiences: readonly Audience[];
  children: ReactNode;
};

/** Marks a part for one audience in a form for both, so that the style sheet hides it from the other audience. */
export function OnlyFor({ asked, audiences, children }: OnlyForProps) {
  return asked.length === audiences.length ? children : <div data-for={asked[0]}>{children}</div>;
}
