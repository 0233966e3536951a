import type { ComponentType, ReactNode } from "react";
import type { Question } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";

/** The class names of a form's parts, from the CSS module of the parent. */
export type FieldClasses = Readonly<
  Partial<Record<"field" | "label" | "optional" | "choices" | "choice" | "error", string | undefined>>
>;

/** The attributes that tie a control to its label and its message. */
export type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean;
};

type FieldProps = {
  id: string;
  label: ReactNode;
  /** Id of a text elsewhere that describes the control. */
  describedBy?: string | undefined;
  error: string | undefined;
  required: boolean;
  classes: FieldClasses;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label and its error message. */
export function Field({ id, label, describedBy, error, required, classes, children }: FieldProps) {
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {!required && <Optional classes={classes} />}
      </label>
      {children(controlProps({ id, describedBy, error, required }))}
      <ErrorText id={id} error={error} classes={classes} />
    </div>
  );
}

type FieldGroupProps = Omit<FieldProps, "describedBy" | "children"> & {
  type: "radio" | "checkbox";
  children: ReactNode;
};

/** A group of controls that together answer one question. */
export function FieldGroup({ id, type, label, error, required, classes, children }: FieldGroupProps) {
  const isRadio = type === "radio";
  return (
    <fieldset
      id={id}
      className={classes.field}
      tabIndex={-1}
      aria-describedby={error ? errorId(id) : undefined}
      {...(isRadio && { role: "radiogroup", "aria-required": required, "aria-invalid": error !== undefined })}
      {...(error && { "data-invalid": "" })}
    >
      <legend className={classes.label}>
        {label}
        <Note classes={classes}>{groupNotes[type][required ? "required" : "optional"]}</Note>
      </legend>
      <div className={classes.choices}>{children}</div>
      <ErrorText id={id} error={error} classes={classes} />
    </fieldset>
  );
}

function controlProps({
  id,
  describedBy,
  error,
  required,
}: Pick<FieldProps, "id" | "describedBy" | "error" | "required">): ControlProps {
  const described = [error && errorId(id), describedBy].filter(Boolean);
  return {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": described.join(" ") || undefined,
    "aria-required": required,
  };
}

type ErrorTextProps = { id: string; error: string | undefined; classes: FieldClasses };

function ErrorText({ id, error, classes }: ErrorTextProps) {
  if (error === undefined) return null;
  return (
    <p id={errorId(id)} className={classes.error}>
      {error}
    </p>
  );
}

/** Notes for checkboxes, because no ARIA role says that an answer is required or that several are allowed. */
const groupNotes = {
  radio: { required: null, optional: "facultatif" },
  checkbox: { required: "une ou plusieurs réponses", optional: "facultatif, plusieurs réponses possibles" },
} as const;

/** Shown before the first field of a form that marks its optional fields. */
export const requiredHint = "Tous les champs sont obligatoires, sauf mention contraire.";

/** Marks an optional field. */
export function Optional({ classes }: { classes: FieldClasses }) {
  return <Note classes={classes}>facultatif</Note>;
}

function Note({ classes, children }: { classes: FieldClasses; children: string | null }) {
  return children && <span className={classes.optional}> ({children})</span>;
}

const errorId = (id: string) => `${id}-error`;

export type DrawingProps = {
  /** The id of the control or of the group of controls. */
  id: string;
  /** The name under which a form sends the answer. Without it the id is the name that groups radio buttons. */
  name?: string | undefined;
  question: Question;
  answer: Answer;
  error: string | undefined;
  classes: FieldClasses;
  autoComplete?: "off" | undefined;
  /** The id of the hint about all free texts, which is shown once. */
  freeTextHintId?: string | undefined;
  onChange: (answer: Answer) => void;
  onLeave?: (() => void) | undefined;
};

/** The component that renders questions of one type. */
export type Drawing = ComponentType<DrawingProps>;

/** An answer to a question whose type was changed later may be a list instead of a text. */
export const textOf = (answer: Answer) => (typeof answer === "string" ? answer : "");
export const listOf = (answer: Answer) => (typeof answer === "string" ? [] : answer);
