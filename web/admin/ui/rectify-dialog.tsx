import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { type RectifySignup, rectifySignupSchema } from "#contract/privacy.schema.ts";
import { validateWebsite } from "#contract/signup.ts";
import { versioned } from "#contract/version.schema.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { AdminDialog } from "./admin-dialog.tsx";
import { SavingButton } from "./buttons.tsx";
import { ErrorAlert } from "./feedback.tsx";
import { focusFirstError } from "./focus.ts";
import { LeaveDialog, useUnsavedGuard } from "./unsaved-guard.tsx";
import { StaleDialog } from "./versions/stale-dialog.tsx";
import { isStale, useVersionedForm } from "./versions/use-versioned-form.ts";

/** The fields of a sign-up that can be corrected. */
const factsSchema = z.object({
  firstname: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  ...versioned,
});
type SignupFacts = z.infer<typeof factsSchema>;
type Values = { firstname: string; name: string; email: string; website: string };

type Callbacks = { onSuccess: () => void; onError: (error: Error) => void };
type SaveFacts = {
  mutate: (facts: RectifySignup, callbacks: Callbacks) => void;
  isPending: boolean;
  error: Error | null;
  reset: () => void;
};

type Props = { audience: Audience; signup: SignupFacts; save: SaveFacts; onClose: () => void };

/** Corrects a sign-up's personal data. The old values are deleted, and a new address must be confirmed again. */
export function RectifyDialog({ audience, signup, save, onClose }: Props) {
  const { form, edit, guard, close } = useRectification({ audience, signup, save, onClose });
  const changesAddress = form.values.email.trim().toLowerCase() !== signup.email.toLowerCase();
  return (
    <>
      <AdminDialog
        title="Rectifier l’inscription"
        size="md"
        open
        onClose={close}
        pending={save.isPending}
        actions={
          <>
            <Button variant="default" disabled={save.isPending} onClick={close}>
              Annuler
            </Button>
            <SavingButton type="submit" form="rectification" loading={save.isPending}>
              Enregistrer
            </SavingButton>
          </>
        }
      >
        <form id="rectification" noValidate onSubmit={form.onSubmit(edit.submit, focusFirstError)}>
          <Stack>
            <Text>Corrigez ce qui est inexact : c’est un droit de la personne.</Text>
            <RequiredNote />
            <TextInput
              label="Prénom"
              withAsterisk
              aria-required
              data-autofocus
              {...form.getInputProps("firstname")}
            />
            <TextInput
              label={audience === "brand" ? "Marque" : "Nom"}
              withAsterisk
              aria-required
              {...form.getInputProps("name")}
            />
            <TextInput
              label="E-mail"
              type="email"
              withAsterisk
              aria-required
              {...form.getInputProps("email")}
            />
            {audience === "brand" && (
              <TextInput label="Site web" withAsterisk aria-required {...form.getInputProps("website")} />
            )}
            {changesAddress && (
              <Alert variant="light" color="yellow">
                La nouvelle adresse devra être confirmée. L’ancienne est effacée partout, sauf si une autre
                inscription la porte.
              </Alert>
            )}
            {!isStale(save.error) && <ErrorAlert error={save.error} />}
          </Stack>
        </form>
      </AdminDialog>
      <StaleDialog edit={edit} thing="Inscription" fields={fields} />
      <LeaveDialog {...guard} />
    </>
  );
}

const asTyped = (value: string) => value;
const fields = {
  firstname: { label: "Prénom", text: asTyped },
  name: { label: "Nom", text: asTyped },
  email: { label: "E-mail", text: asTyped },
  website: { label: "Site web", text: asTyped },
};

function useRectification({ audience, signup, save, onClose }: Props) {
  const checkFacts = schemaResolver(rectifySignupSchema.omit({ version: true, website: true }).loose(), {
    sync: true,
  });
  const form = useForm<Values>({
    initialValues: valuesOf(signup),
    validate: (values) => {
      const website = audience === "brand" ? validateWebsite(audience, values.website) : null;
      return { ...checkFacts(values), ...(website !== null && { website }) };
    },
  });
  const close = () => {
    save.reset();
    onClose();
  };
  const edit = useVersionedForm({
    form,
    item: signup,
    valuesOf,
    schema: factsSchema,
    forgetFailure: save.reset,
    save: ({ website, ...values }, { version }) =>
      save.mutate(
        { ...values, version, ...(audience === "brand" && { website }) },
        { onSuccess: close, onError: (error) => edit.failed(error) },
      ),
  });
  const guard = useUnsavedGuard(edit.dirty, ["signup"]);
  return { form, edit, guard, close: () => guard.ask(close) };
}

function valuesOf({ firstname, name, email, website }: SignupFacts): Values {
  return { firstname, name, email, website: website ?? "" };
}
