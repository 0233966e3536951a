import { Anchor, Button, Card, CloseButton, TextInput, Title } from "@mantine/core";
import { IconArrowRight, IconLifebuoy, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { limits } from "#contract/limits.ts";
import { type FirstStep, firstSteps } from "#contract/to-do.schema.ts";
import { EmptyState } from "#web/admin/ui/feedback.tsx";
import { KeysTable } from "#web/admin/ui/keys/keys-table.tsx";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useSearchText } from "#web/admin/ui/search-text.ts";
import { useChangePreferences, useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { AddSamples } from "#web/admin/ui/to-do/add-samples.tsx";
import { samplesQuery, toDoQuery } from "#web/admin/ui/to-do/to-do.api.ts";
import { formatCount } from "#web/lib/format.ts";
import classes from "./help.module.css";
import { findTopics } from "./help-topics.ts";
import { firstStepsTopic, keysTopic } from "./topics/guides.ts";
import type { HelpTopic } from "./topics/topic.ts";

export const prefetch: PrefetchScreen = ({ prefetchQuery }, { isSuperAdmin, preferences }) => {
  if (isSuperAdmin) prefetchQuery(samplesQuery);
  if (isSuperAdmin && preferences.firstStepsLeft) prefetchQuery(toDoQuery);
};

export default function HelpScreen() {
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const topics = findTopics(search);
  return (
    <>
      <ScreenHeader title="Aide">
        Les écrans, les touches, ce que veut dire chaque état, l’e-mail et la loi.
      </ScreenHeader>
      <div className={classes.tools}>
        <HelpSearch
          value={search}
          onSearch={(next) => setParams(next.trim() ? { search: next } : {}, { replace: true })}
        />
        <p role="status" className={classes.status}>
          {search && formatCount(topics.length, "sujet")}
        </p>
      </div>
      <div className={classes.page}>
        <nav aria-label="Sujets de l’aide" className={classes.contents}>
          <ul>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ search: params.toString(), hash: id }}>{title}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.topics}>
          {topics.map((topic) => (
            <TopicSection key={topic.id} topic={topic} />
          ))}
          {topics.length === 0 && (
            <EmptyState icon={IconLifebuoy} title="Aucun sujet ne correspond">
              Essayez un autre mot.
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

function HelpSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { text, edit, clear } = useSearchText(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label="Rechercher dans l’aide"
      placeholder="Un mot, un état, une règle…"
      w={{ base: "100%", sm: 320 }}
      maxLength={limits.searchMax}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton aria-label="Effacer la recherche" size="sm" onClick={clear} />}
      value={text}
      onChange={({ currentTarget }) => edit(currentTarget.value)}
    />
  );
}

export function TopicSection({ topic }: { topic: HelpTopic }) {
  const { id, title, entries, screen } = topic;
  const allKeys = id === keysTopic.id && entries.length === keysTopic.entries.length;
  return (
    <Card withBorder component="section" aria-labelledby={id} className={classes.topic ?? ""}>
      <Title order={2} size="h3" id={id} className={classes.title ?? ""}>
        {title}
      </Title>
      {allKeys ? (
        <KeysTable />
      ) : (
        <dl className={classes.entries}>
          {entries.map(({ term, text }) => (
            <div key={`${term} ${text}`}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {id === firstStepsTopic.id && (
        <div className={classes.actions}>
          <ResumeFirstSteps />
          <AddSamples />
        </div>
      )}
      {screen && (
        <Anchor component={Link} to={screenAddress(screen.path)} className={classes.more ?? ""}>
          {screen.label} <IconArrowRight size={16} aria-hidden />
        </Anchor>
      )}
    </Card>
  );
}

/** Appears for an admin who left the first steps before all were done. */
export function ResumeFirstSteps() {
  const { isSuperAdmin, preferences } = useCurrentAdmin();
  const isLeft = isSuperAdmin && preferences.firstStepsLeft;
  const { data } = useQuery({ ...toDoQuery, enabled: isLeft });
  const change = useChangePreferences();
  const navigate = useNavigate();
  const isStepLeft = data?.rows.some(({ key, done }) => !done && firstSteps.includes(key as FirstStep));
  if (!isLeft || !isStepLeft) return null;
  const resume = () =>
    change.mutate({ firstStepsLeft: false }, { onSuccess: () => navigate(screenAddress("")) });
  return (
    <Button variant="default" onClick={resume}>
      Reprendre les premiers pas
    </Button>
  );
}
