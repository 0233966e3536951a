import { SimpleGrid, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { isPlaceholder } from "#contract/site.ts";
import classes from "./site.module.css";
import type { SiteField, SiteGroup } from "./site-fields.ts";
import type { SiteFormHandle } from "./use-site-form.ts";

type Props = { form: SiteFormHandle; group: SiteGroup; children?: ReactNode };

export function GroupFields({ form, group: { legend, about, fields }, children }: Props) {
  return (
    <fieldset className={classes.fields}>
      <legend>{legend}</legend>
      <p className={classes.about}>{about}</p>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map((field) => (
          <LineField key={field.path} form={form} field={field} />
        ))}
      </SimpleGrid>
      {children}
    </fieldset>
  );
}

/** A placeholder says that it is one until it is replaced. */
function LineField({ form, field }: { form: SiteFormHandle; field: SiteField }) {
  const { path, label, type = "text", required = false } = field;
  const input = form.getInputProps(path);
  const provisional = isPlaceholder(String(input.value));
  return (
    <TextInput
      label={label}
      type={type === "url" ? "text" : type}
      inputMode={type}
      withAsterisk={required}
      autoComplete="off"
      maxLength={type === "url" ? limits.websiteMax : undefined}
      description={provisional ? "À remplacer" : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...(provisional && {
        classNames: { input: classes.provisional ?? "", description: classes.replace ?? "" },
      })}
      {...input}
    />
  );
}
