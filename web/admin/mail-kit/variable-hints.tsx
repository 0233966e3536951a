import { templateVariables } from "#contract/template-variables.ts";
import classes from "./mail-kit.module.css";
import { placeholderOf, variableMeanings } from "./variables.ts";

/** The variables a text may hold, and what becomes of them. */
export function VariableHints() {
  return (
    <p className={classes.variables}>
      <span>Variables :</span>
      {templateVariables.map((name) => (
        <span key={name}>
          <code>{placeholderOf(name)}</code> {variableMeanings[name]}
        </span>
      ))}
    </p>
  );
}
