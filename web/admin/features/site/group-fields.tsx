import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { isPlaceholder } from "#contract/site.ts";
import { ColorField } from "./color-field.tsx";
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
          <OneField key={field.path} form={form} field={field} />
        ))}
      </SimpleGrid>
      {children}
    </fieldset>
  );
}

function OneField(props: { form: SiteFormHandle; field: SiteField }) {
  switch (props.field.type) {
    case "color":
      return <ColorField {...props} />;
    case "paragraph":
      return <ParagraphField {...props} />;
    default:
      return <LineField {...props} type={props.field.type ?? "text"} />;
  }
}

function ParagraphField({ form, field: { path, label } }: { form: SiteFormHandle; field: SiteField }) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      maxLength={limits.mailFooterMax}
      description="Une phrase, ou un court paragraphe."
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...form.getInputProps(path)}
    />
  );
}

type LineProps = { form: SiteFormHandle; field: SiteField; type: "text" | "email" | "tel" | "url" };

/** A placeholder says that it is one until it is replaced. */
function LineField({ form, field, type }: LineProps) {
  const { path, label, required = false } = field;
  const input = form.getInputProps(path);
  const provisional = isPlaceholder(String(input.value));
  return (
    <TextInput
      label={label}
      type={type === "url" ? "text" : type}
      inputMode={type}
      withAsterisk={required}
      aria-required={required}
      autoComplete="off"
      maxLength={type === "url" ? limits.websiteMax : undefined}
      description={provisional ? (required ? "À remplacer" : "À remplacer ou à vider") : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...(provisional && {
        classNames: { input: classes.provisional ?? "", description: classes.replace ?? "" },
      })}
      {...input}
    />
  );
}
