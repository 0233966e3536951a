import { Button, Group, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import { noteMax } from "#contract/signup-note.schema.ts";
import { versioned } from "#contract/version.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { isStale, useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { useSaveNote } from "../signups.api.ts";

const markSchema = z.object({ starred: z.boolean(), note: z.string().nullable(), ...versioned });
type Mark = z.infer<typeof markSchema>;

const fields = {
  note: { label: "Note privée", text: (note: string) => note },
  starred: { label: "Étoile", text: (starred: boolean) => (starred ? "oui" : "non") },
};
const valuesOf = ({ note, starred }: Mark) => ({ note: note ?? "", starred });
type Values = ReturnType<typeof valuesOf>;

type Props = { audience: Audience; signup: SignupDetail };

/** The star and the note that administrators keep about a person. */
export function NoteSection({ audience, signup }: Props) {
  const save = useSaveNote(audience, signup.id);
  const form = useForm<Values>({ initialValues: valuesOf(signup) });
  const edit = useVersionedForm<Values, Mark, Mark>({
    form,
    item: signup,
    valuesOf,
    schema: markSchema,
    forgetFailure: save.reset,
    save: (values, { version }) =>
      save.mutate({ ...values, version }, { onSuccess: edit.saved, onError: edit.failed }),
  });
  const { starred } = form.values;
  /** Changes the star and saves it at once, together with the typed note. */
  const toggle = () => {
    const values = { ...form.getValues(), starred: !starred };
    form.setValues(values);
    edit.submit(values);
  };
  const StarIcon = starred ? IconStarFilled : IconStar;
  return (
    <section aria-labelledby="signup-note">
      <Group justify="space-between" mb="sm">
        <Text id="signup-note" component="h3" fw={600} m={0}>
          Suivi
        </Text>
        <SavingButton
          size="xs"
          variant="default"
          leftSection={<StarIcon size={16} aria-hidden />}
          aria-pressed={starred}
          loading={save.isPending}
          onClick={toggle}
        >
          Étoile
        </SavingButton>
      </Group>
      <form noValidate onSubmit={form.onSubmit(edit.submit)}>
        <Textarea
          label="Note privée"
          description="Pour les administrateurs seulement. La personne peut en demander une copie."
          autosize
          minRows={2}
          maxRows={10}
          maxLength={noteMax}
          {...form.getInputProps("note")}
        />
        {edit.dirty && (
          <Group mt="xs" gap="xs">
            <SavingButton type="submit" size="xs" loading={save.isPending}>
              Enregistrer
            </SavingButton>
            <Button size="xs" variant="default" onClick={form.reset}>
              Annuler
            </Button>
          </Group>
        )}
      </form>
      {!isStale(save.error) && (
        <ErrorAlert
          error={save.error}
          fallback="Étoile et note n’ont pas pu être enregistrées."
          onClose={save.reset}
        />
      )}
      <StaleDialog edit={edit} thing="Suivi" fields={fields} />
      <UnsavedDialog dirty={edit.dirty} keys={["signup"]} />
    </section>
  );
}
