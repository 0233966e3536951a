import { Card, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Audience, addresses } from "#contract/audience.ts";
import type { Import, Rehearsal, RehearseImport } from "#contract/imports.schema.ts";
import {
  type ImportField,
  importFieldKeys,
  importFields,
  importLimits,
  proposeAnswer,
} from "#contract/imports.ts";
import { audienceChoices } from "#web/admin/ui/audience-choices.ts";
import { ExportButton, SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { formatCount, formatDate, formatName, formatNumber } from "#web/lib/format.ts";
import { type ImportStep, useRehearseImport } from "./imports.api.ts";

const statuses = [
  { value: "pending", label: "En attente" },
  { value: "approved", label: "Approuvée" },
];
const answerPrefix = "answer ";

/** The meaning of each column: a field, `answer <id of a question>`, or nothing (""). */
type Choices = readonly string[];
type Proof = { at: string; place: string; words: string };

const proposed = ({ columns }: Import): Choices => columns.map(({ proposal }) => proposal ?? "");
const fieldsOf = (audience: Audience) =>
  importFieldKeys.filter((field) => field !== "website" || audience === "brand");

/** Lets the admin match the columns, shows the result of a rehearsal, and starts the import. */
export function ImportForm({ file, step }: { file: Import; step: ImportStep }) {
  const [audience, setAudience] = useState<Audience>("user");
  const [status, setStatus] = useState<"pending" | "approved">("pending");
  const [choices, setChoices] = useState<Choices>(() => proposed(file));
  const [proof, setProof] = useState<Proof | null>(null);
  const rehearsal = useRehearseImport(file.id);
  const questions = useQuery(questionsQuery);
  const asked = (questions.data?.items ?? []).filter(
    ({ active, targetType }) => active && addresses(targetType, audience),
  );
  const options = [
    { value: "none", label: "Ne pas importer" },
    ...fieldsOf(audience).map((value) => ({ value, label: importFields[value] })),
    ...asked.map(({ id, question }) => ({ value: `${answerPrefix}${id}`, label: `Réponse : ${question}` })),
  ];
  // A matching question is proposed until the admin makes another choice. A choice that this audience's form lacks is dropped.
  const shownChoices = choices.map((choice, place) => {
    const question =
      choice === "" && asked.find((one) => proposeAnswer(file.columns, one.question) === place);
    if (question) return `${answerPrefix}${question.id}`;
    return options.some(({ value }) => value === choice) ? choice : "";
  });
  const change = (apply: () => void) => {
    apply();
    rehearsal.reset();
  };
  const initial = proposed(file);
  const isChanged =
    audience !== "user" ||
    status !== "pending" ||
    proof !== null ||
    choices.some((choice, place) => choice !== initial[place]);
  const problems =
    rehearsal.error instanceof ApiFailure ? [...new Set(Object.values(rehearsal.error.fields))] : [];
  return (
    <>
      <Text>
        {formatCount(file.total, "ligne")}. Dites ce que contient chaque colonne, puis faites l’essai.
      </Text>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NativeSelect
          label="Personnes"
          data={audienceChoices}
          value={audience}
          onChange={({ currentTarget: { value } }) =>
            change(() => setAudience(value === "brand" ? "brand" : "user"))
          }
        />
        <NativeSelect
          label="État de leurs inscriptions"
          data={statuses}
          value={status}
          onChange={({ currentTarget: { value } }) =>
            change(() => setStatus(value === "approved" ? "approved" : "pending"))
          }
        />
      </Group>
      <ErrorAlert
        error={questions.error}
        fallback="Les questions n’ont pas pu être chargées."
        onRetry={() => void questions.refetch()}
      />
      <DataTable
        folds
        caption="Colonnes du fichier"
        head={
          <>
            <ColumnHeader>Colonne</ColumnHeader>
            <ColumnHeader>Exemples</ColumnHeader>
            {/* Wide enough for the longest name of a field. */}
            <ColumnHeader style={{ width: "18rem" }}>Contient</ColumnHeader>
          </>
        }
      >
        {file.columns.map(({ name, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place; titles may repeat.
          <tr key={place}>
            <RowHeader>{name || `Colonne ${place + 1}`}</RowHeader>
            <td>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {samples.join(", ") || "Vide"}
              </Text>
            </td>
            <td>
              <NativeSelect
                aria-label={`Contenu de la colonne ${name || place + 1}`}
                data={options}
                value={shownChoices[place] || "none"}
                onChange={({ currentTarget: { value } }) =>
                  change(() => setChoices(choices.map((other, at) => (at === place ? value : other))))
                }
              />
            </td>
          </tr>
        ))}
      </DataTable>
      <ConsentFields proof={proof} choices={shownChoices} onChange={(next) => change(() => setProof(next))} />
      <Group>
        <SavingButton
          variant={rehearsal.data ? "default" : "filled"}
          loading={rehearsal.isPending}
          disabled={!questions.data}
          onClick={() => {
            step.reset();
            rehearsal.mutate(settingsOf({ audience, status, proof, choices: shownChoices }));
          }}
        >
          Faire l’essai
        </SavingButton>
        {rehearsal.data && rehearsal.data.new > 0 && (
          <SavingButton
            loading={step.isPending}
            onClick={() => step.mutate({ act: "start", settings: rehearsal.variables })}
          >
            Importer {formatCount(rehearsal.data.new, "inscription")}
          </SavingButton>
        )}
      </Group>
      <ErrorAlert error={rehearsal.error} />
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="red">
          {problem}
        </Text>
      ))}
      <ErrorAlert error={step.error} onClose={step.reset} />
      {rehearsal.data && <Outcome id={file.id} rehearsal={rehearsal.data} />}
      <UnsavedDialog dirty={isChanged} keys={["import"]} />
    </>
  );
}

type ConsentProps = { proof: Proof | null; choices: Choices; onChange: (proof: Proof | null) => void };

/** Fields for the parts of the consent's proof that no column holds. */
function ConsentFields({ proof, choices, onChange }: ConsentProps) {
  const isMissing = (field: ImportField) => !choices.includes(field);
  const put = (part: Partial<Proof>) => proof && onChange({ ...proof, ...part });
  return (
    <Stack gap="xs">
      <Checkbox
        label="Ces personnes ont accepté les actualités, et je peux le prouver"
        description="Sans preuve, elles ne reçoivent que des messages de service, pour une raison."
        checked={proof !== null}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { at: "", place: "", words: "" } : null)
        }
      />
      {proof && (
        <>
          {isMissing("consentAt") && (
            <TextInput
              label="Date de l’accord, pour toutes"
              type="date"
              value={proof.at}
              onChange={({ currentTarget }) => put({ at: currentTarget.value })}
            />
          )}
          {isMissing("consentPlace") && (
            <TextInput
              label="Lieu de l’accord, pour toutes"
              placeholder="formulaire de l’ancien site, boutique…"
              maxLength={importLimits.placeMax}
              value={proof.place}
              onChange={({ currentTarget }) => put({ place: currentTarget.value })}
            />
          )}
          {isMissing("consentWords") && (
            <TextInput
              label="Mots acceptés, pour toutes"
              maxLength={importLimits.wordsMax}
              value={proof.words}
              onChange={({ currentTarget }) => put({ words: currentTarget.value })}
            />
          )}
        </>
      )}
    </Stack>
  );
}

type Values = { audience: Audience; status: "pending" | "approved"; proof: Proof | null; choices: Choices };

/** When two columns have the same field, the last one counts. Without a column of addresses the server refuses the import. */
function settingsOf({ audience, status, proof, choices }: Values): RehearseImport {
  const fields: Partial<Record<ImportField, number>> = {};
  const answers: Record<string, number> = {};
  for (const [place, choice] of choices.entries()) {
    const field = fieldsOf(audience).find((one) => one === choice);
    if (field) fields[field] = place;
    else if (choice.startsWith(answerPrefix)) answers[choice.slice(answerPrefix.length)] = place;
  }
  const consent = proof && { at: proof.at || null, place: proof.place || null, words: proof.words || null };
  return { audience, status, consent, columns: { ...fields, email: fields.email ?? -1, answers } };
}

function Outcome({ id, rehearsal }: { id: string; rehearsal: Rehearsal }) {
  const { known, repeated, suppressed, invalid, consented, rows, problems } = rehearsal;
  return (
    <Stack role="region" aria-label="Résultat de l’essai">
      <Text role="status" fw={600}>
        {formatCount(rehearsal.new, "nouvelle inscription", "nouvelles inscriptions")}, dont{" "}
        {formatNumber(consented)} avec un accord prouvé.
      </Text>
      <Text size="sm">
        {formatCount(known, "personne déjà inscrite", "personnes déjà inscrites")}
        {repeated > 0 && ` (dont ${formatNumber(repeated)} en double dans le fichier)`},{" "}
        {formatCount(suppressed, "bloquée ou désinscrite", "bloquées ou désinscrites")},{" "}
        {formatCount(invalid, "ligne refusée", "lignes refusées")}. Rien n’est encore enregistré.
      </Text>
      {problems.length > 0 && (
        <Card withBorder>
          <Stack gap={4}>
            {problems.map(({ line, message }) => (
              <Text key={line} size="sm">
                Ligne {formatNumber(line)} : {message}
              </Text>
            ))}
            <Group mt="xs">
              <ExportButton
                address={`/api/admin/imports/${id}/invalid.csv`}
                size="xs"
                label="Lignes refusées"
              />
            </Group>
          </Stack>
        </Card>
      )}
      {rows.length > 0 && (
        <DataTable
          folds
          caption="Les premières inscriptions, comme elles seront"
          head={
            <>
              <ColumnHeader>Personne</ColumnHeader>
              <ColumnHeader>E-mail</ColumnHeader>
              <ColumnHeader>Réponses</ColumnHeader>
              <ColumnHeader>Actualités</ColumnHeader>
            </>
          }
        >
          {rows.map((row) => (
            <tr key={row.line}>
              <RowHeader>
                <bdi>{formatName(row)}</bdi>
              </RowHeader>
              <td>{row.email}</td>
              <td>
                {row.website && <Text size="sm">{row.website}</Text>}
                {row.answers.map(({ question, answer }) => (
                  <Text key={question} size="sm">
                    {question} <bdi>{answer}</bdi>
                  </Text>
                ))}
              </td>
              <td>{row.consentedAt ? `Acceptées le ${formatDate(row.consentedAt)}` : "Non"}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Stack>
  );
}
