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

/** A control with its label and what is wrong with it. */
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

/** Several controls that answer one question together. */
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

/** Ticks say in words what no role of theirs can: that one is needed, and that there may be several. */
const groupNotes = {
  radio: { required: null, optional: "facultatif" },
  checkbox: { required: "une ou plusieurs réponses", optional: "facultatif, plusieurs réponses possibles" },
} as const;

/** Before the first field of a form that marks the optional ones. */
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
  /** Of the control, or of the group of them. */
  id: string;
  /** What its answer is sent by; else the id serves to hold a group of choices together. */
  name?: string | undefined;
  question: Question;
  answer: Answer;
  error: string | undefined;
  classes: FieldClasses;
  autoComplete?: "off" | undefined;
  /** Id of what is said once about all free texts. */
  freeTextHintId?: string | undefined;
  onChange: (answer: Answer) => void;
  onLeave?: (() => void) | undefined;
};

/** How questions of one type are drawn. */
export type Drawing = ComponentType<DrawingProps>;

/** Answers to a type that was changed since may be of the other shape. */
export const textOf = (answer: Answer) => (typeof answer === "string" ? answer : "");
export const listOf = (answer: Answer) => (typeof answer === "string" ? [] : answer);
