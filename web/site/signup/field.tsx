import type { ReactNode } from "react";
import styles from "./sign-up.module.css";

/** What a control needs to be tied to its label and its message. */
export type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean;
};

type FieldProps = {
  id: string;
  label: string;
  error: string | undefined;
  required: boolean;
  children: (control: ControlProps) => ReactNode;
};

export function Field({ id, label, error, required, children }: FieldProps) {
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
        {!required && <Optional />}
      </label>
      {children(controlProps(id, error, required))}
      <ErrorText id={id} error={error} />
    </div>
  );
}

/** Several controls that answer one question together. */
export function FieldGroup({
  id,
  label,
  error,
  required,
  children,
}: Omit<FieldProps, "children"> & { children: ReactNode }) {
  return (
    <fieldset
      id={id}
      className={styles["field"]}
      tabIndex={-1}
      aria-describedby={error ? errorId(id) : undefined}
      {...(error && { "data-invalid": "" })}
    >
      <legend className={styles["label"]}>
        {label}
        {!required && <Optional />}
      </legend>
      <div className={styles["choices"]}>{children}</div>
      <ErrorText id={id} error={error} />
    </fieldset>
  );
}

export function controlProps(id: string, error: string | undefined, required: boolean): ControlProps {
  return {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : errorId(id),
    "aria-required": required,
  };
}

function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={errorId(id)} className={styles["error"]}>
      {error}
    </p>
  );
}

const Optional = () => <span className={styles["optional"]}> (facultatif)</span>;
const errorId = (id: string) => `${id}-error`;
