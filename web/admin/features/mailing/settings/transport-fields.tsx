import {
  Alert,
  Group,
  NumberInput,
  Radio,
  type RadioGroupProps,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { EmailSettings } from "#contract/email.schema.ts";
import { emailMessages, providerLabels } from "#contract/email.ts";
import { SecretField } from "./secret-field.tsx";
import classes from "./settings.module.css";
import { type Access, accesses, isOtherAccess, type SettingsFormHandle } from "./settings-values.ts";

type TransportFieldsProps = {
  form: SettingsFormHandle;
  settings: EmailSettings;
  /** True for admins who may see, but not change, the transport. */
  readOnly: boolean;
};

/** The transport of all mail. Only the fields of the chosen transport are shown. */
export function TransportFields({ form, settings, readOnly }: TransportFieldsProps) {
  const provider = form.values.preferredProvider;
  return (
    <fieldset className={classes.fields}>
      <legend>Envoi</legend>
      <Stack>
        {readOnly && (
          <Alert color="gray" variant="light" icon={<IconLock aria-hidden />}>
            {emailMessages.transportProtected} Qui la modifie peut lire les liens envoyés aux autres.
          </Alert>
        )}
        {readOnly ? (
          <TextInput
            label="Fournisseur"
            description={descriptions[provider]}
            readOnly
            value={providerLabels[provider]}
          />
        ) : (
          <ProviderChoice {...form.getInputProps("preferredProvider")} />
        )}
        {(provider === "php" || provider === "auto") && !settings.phpConfigured && <PhpMissing />}
        {(provider === "smtp" || provider === "auto") && (
          <AccessFields of="smtp" form={form} settings={settings} readOnly={readOnly} />
        )}
        {(provider === "sendgrid" || provider === "auto") && (
          <SecretField
            label="Clé SendGrid"
            stored={settings.sendgridKeyStored}
            form={form}
            name="sendgridKey"
            readOnly={readOnly}
          />
        )}
      </Stack>
    </fieldset>
  );
}

const cards = ["smtp", "sendgrid", "php"] as const;

function ProviderChoice(props: Pick<RadioGroupProps, "value" | "onChange" | "error">) {
  return (
    <Radio.Group label="Fournisseur" {...props}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs" mb="sm">
        {cards.map((value) => (
          <Radio.Card key={value} value={value} p="sm" className={classes.provider ?? ""}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator />
              <div>
                <Text fw={600}>{providerLabels[value]}</Text>
                <Text size="sm">{descriptions[value]}</Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
      <Radio value="auto" label={providerLabels.auto} description={descriptions.auto} />
    </Radio.Group>
  );
}

const descriptions = {
  php: "Un script PHP sur votre hébergement envoie les e-mails.",
  smtp: "Votre serveur de messagerie envoie les e-mails.",
  sendgrid: "Le service SendGrid envoie les e-mails.",
  auto: "Essaie ce qui est configuré, dans l’ordre : SMTP, SendGrid, script PHP.",
} as const;

function PhpMissing() {
  return (
    <Alert color="yellow" variant="light">
      Aucun script PHP n’est configuré sur ce serveur (variable <code>PHP_MAIL_URL</code>).
    </Alert>
  );
}

type AccessFieldsProps = {
  of: Access;
  form: SettingsFormHandle;
  settings: EmailSettings;
  readOnly: boolean;
};

const protocols = {
  smtp: { label: "SMTP", port: "587" },
  imap: { label: "IMAP", port: "993" },
} as const;

/** The server, the user and their password. */
export function AccessFields({ of, form, settings, readOnly }: AccessFieldsProps) {
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

const fields = [
  {
    name: "pauseMs",
    required: true,
    label: "Pause entre deux e-mails (ms)",
    description: "100 par défaut.",
  },
  {
    name: "parallelism",
    required: true,
    label: "Envois simultanés",
    description: "1 par défaut : l’un après l’autre.",
  },
  {
    name: "hourlyCap",
    required: false,
    label: "Maximum par heure",
    description: "Tous les e-mails. Vide : pas de limite.",
  },
  {
    name: "dailyCap",
    required: false,
    label: "Maximum par jour",
    description: "Tous les e-mails. Vide : pas de limite.",
  },
  {
    name: "confirmationHourlyCap",
    required: true,
    label: "Confirmations par heure",
    description: "500 par défaut. Au-delà, les confirmations d’inscription attendent.",
  },
] as const;

/** Collapsed, because an ordinary installation never changes these settings. */
export function AdvancedFields({ form }: { form: SettingsFormHandle }) {
  return (
    <details className={classes.fields}>
      <summary className={classes.summary}>Rythme d’envoi (avancé)</summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(({ name, required, label, description }) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
            aria-required={required}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Un maximum atteint ne perd rien : les <span className="unbroken">e-mails</span> attendent et partent
        d’eux-mêmes. Une petite part des maximums (5 %, au moins 5 e-mails) reste réservée aux liens de
        connexion. Une même boîte ne reçoit qu’une confirmation d’inscription par 24 heures, quelle que soit
        l’écriture de son adresse.
      </Text>
    </details>
  );
}
