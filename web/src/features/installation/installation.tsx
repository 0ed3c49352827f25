/** Settings → Installation, for its operators: a section for each part of the installation, and a page for the app of each network. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { ifCan } from '../../base/can.tsx';
import { AppPage } from './app-page.tsx';
import { Apps } from './apps.tsx';
import { Backups } from './backups.tsx';
import { Changes } from './changes.tsx';
import { Facts } from './facts.tsx';
import { MailServer } from './mail-server.tsx';
import { Operators } from './operators.tsx';
import { ReplyQueues } from './reply-queues.tsx';
import { t } from '../../base/language/text.ts';

/** In the order of the page. A further part of the installation is a further entry. */
const SECTIONS: { title: string; content: ReactNode }[] = [
  { title: t('Health'), content: <Facts /> },
  { title: t('Mail server'), content: <MailServer /> },
  { title: t('Apps at networks'), content: <Apps /> },
  { title: t('Private replies that wait'), content: <ReplyQueues /> },
  { title: t('Backups'), content: <Backups /> },
  { title: t('Operators'), content: <Operators /> },
  { title: t('What was changed'), content: <Changes /> },
];

/** With `?app=x` the page of that network's app alone. */
export function InstallationSections() {
  const [search] = useSearchParams();
  const app = search.get('app');
  return app === null ? <AllSections /> : <AppPage platform={app} />;
}

const AllSections = () => (
  <Stack maw={860} gap="xl">
    <Text size="sm" c="dimmed">
      {t(
        'What is here is of the whole installation. You see it as its operator; you reach no workspace by it.',
      )}
    </Text>
    {SECTIONS.map(({ title, content }) => (
      <Stack key={title} component="section" aria-label={title} gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {content}
      </Stack>
    ))}
  </Stack>
);

export const Installation = ifCan('readInstallation', InstallationSections);
