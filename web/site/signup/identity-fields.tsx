import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { Field } from "#web/lib/questions/field.tsx";
import type { TextField } from "./form-state.ts";
import styles from "./sign-up.module.css";
import type { SignUp } from "./use-sign-up.ts";

type Identity = { field: TextField; label: string; type: string; autoComplete: string; maxLength: number };

const fieldsOf: Record<Audience, Identity[]> = {
  user: [
    {
      field: "firstname",
      label: "Prénom",
      type: "text",
      autoComplete: "given-name",
      maxLength: limits.nameMax,
    },
    { field: "name", label: "Nom", type: "text", autoComplete: "family-name", maxLength: limits.nameMax },
    {
      field: "email",
      label: "Adresse e-mail",
      type: "email",
      autoComplete: "email",
      maxLength: limits.emailMax,
    },
  ],
  brand: [
    {
      field: "firstname",
      label: "Prénom du contact",
      type: "text",
      autoComplete: "given-name",
      maxLength: limits.nameMax,
    },
    {
      field: "name",
      label: "Nom de la marque",
      type: "text",
      autoComplete: "organization",
      maxLength: limits.nameMax,
    },
    {
      field: "email",
      label: "Adresse e-mail de la marque",
      type: "email",
      autoComplete: "email",
      maxLength: limits.emailMax,
    },
    { field: "website", label: "Site web", type: "text", autoComplete: "url", maxLength: limits.websiteMax },
  ],
};

export function IdentityFields({ signUp }: { signUp: SignUp }) {
  const { form, errors, changeText, fieldLeft } = signUp;
  return (
    <div className={styles["identity"]}>
      {fieldsOf[form.audience].map(({ field, label, type, autoComplete, maxLength }) => (
        <Field
          key={field}
          id={`sign-up-${field}`}
          label={label}
          error={errors[field]}
          classes={styles}
          required
        >
          {(control) => (
            <input
              {...control}
              name={field}
              type={type}
              inputMode={field === "website" ? "url" : undefined}
              autoComplete={autoComplete}
              maxLength={maxLength}
              value={form[field]}
              onChange={(event) => changeText(field, event.target.value)}
              onBlur={() => fieldLeft(field)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
