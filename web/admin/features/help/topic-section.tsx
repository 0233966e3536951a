import { Anchor, Card, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { AddSamples } from "#web/admin/ui/first-run/add-samples.tsx";
import { KeysTable } from "#web/admin/ui/keys/keys-table.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import classes from "./help.module.css";
import { ResumeFirstSteps } from "./resume-first-steps.tsx";
import { TopicFigure } from "./topic-figure.tsx";
import { firstStepsTopic } from "./topics/first-steps.ts";
import { keysTopic } from "./topics/keys.ts";
import type { HelpTopic } from "./topics/topic.ts";

export function TopicSection({ topic }: { topic: HelpTopic }) {
  const { id, title, entries, picture, screen } = topic;
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
      {picture && <TopicFigure title={title} picture={picture} />}
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
