import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { SecretField } from "./secret-field.tsx";
import { type Access, accesses, isOtherAccess } from "./settings-values.ts";
import type { SettingsFormHandle } from "./use-settings-form.ts";

type Props = {
  of: Access;
  form: SettingsFormHandle;
  settings: EmailSettings;
  readOnly: boolean;
};

const protocols = {
  smtp: { label: "SMTP", port: "587" },
  imap: { label: "IMAP", port: "993" },
} as const;

/** One user of one server, and the password that was entered for them. */
export function AccessFields({ of, form, settings, readOnly }: Props) {
  const [host, port, username, password] = accesses[of];
  const { label, port: usualPort } = protocols[of];
  const stored = settings[`${password}Stored` as const];
  const movesAway = stored && isOtherAccess(of, form.values, settings);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={`Serveur ${label}`}
          placeholder={`${of}.exemple.fr`}
          autoComplete="off"
          readOnly={readOnly}
          {...form.getInputProps(host)}
        />
        <NumberInput
          label={`Port ${label}`}
          placeholder={usualPort}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          readOnly={readOnly}
          {...form.getInputProps(port)}
        />
      </SimpleGrid>
      <TextInput
        label={`Identifiant ${label}`}
        autoComplete="off"
        readOnly={readOnly}
        {...form.getInputProps(username)}
      />
      <SecretField
        label={`Mot de passe ${label}`}
        stored={stored}
        form={form}
        name={password}
        readOnly={readOnly}
        {...(movesAway && {
          loss: "Serveur, port ou identifiant changent : saisissez à nouveau le mot de passe.",
        })}
      />
    </>
  );
}
