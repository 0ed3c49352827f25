/** How a person connects an agent: a key where it needs one, the settings of its client, and whether it arrived. */
import { Alert, Select, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Copyable } from '../../base/parts/copy.tsx';
import { PageTitle } from '../../base/parts/states.tsx';
import { CLIENTS, KEY_PLACE } from './clients.ts';
import { LiveCheck } from './live-check.tsx';
import { KeyStep, type NewKey } from './new-key.tsx';
import { IfCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

export default function ConnectPage() {
  const [id, setId] = useState(CLIENTS[0]!.id);
  const client = CLIENTS.find((one) => one.id === id)!;
  const [made, setMade] = useState<NewKey | null>(null);
  const url = `${location.origin}/mcp`;
  const { where, note, isRemote = false, byConsent = false, label, text } = client;
  return (
    <>
      <PageTitle>{t('Connect an agent')}</PageTitle>
      <Stack gap="xl" maw={860}>
        <Text>
          {t(
            'An agent writes and schedules posts, reads the numbers, and answers comments and messages for you, by 33 tools. It speaks the Model Context Protocol (MCP).',
          )}
        </Text>
        <Part title={t('1. Which one?')}>
          <Select
            label={t('Client')}
            data={CLIENTS.map((one) => ({ value: one.id, label: one.label }))}
            value={id}
            onChange={(value) => value !== null && setId(value)}
            allowDeselect={false}
            maw={320}
          />
          {isRemote && location.protocol !== 'https:' && <Unreachable label={label} />}
        </Part>
        {!byConsent && (
          <Part title={t('2. A key for it')}>
            <KeyStep
              suggestedName={client.id === 'other' ? t('My agent') : label}
              made={made}
              onMade={setMade}
            />
          </Part>
        )}
        <Part title={byConsent ? t('2. Its settings') : t('3. Its settings')}>
          <Text size="sm">{where}</Text>
          <Copyable
            text={text({ url, key: made?.key ?? KEY_PLACE })}
            label={t('Settings of {label}', { label })}
          />
          {note !== undefined && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Part>
        <Part title={byConsent ? t('3. Does it arrive?') : t('4. Does it arrive?')}>
          <Text size="sm">{t('Ask the agent: “Which accounts do I have in Troupe?”')}</Text>
          <IfCan call="listLatestToolCalls">
            <LiveCheck keyId={byConsent ? null : (made?.id ?? null)} />
          </IfCan>
        </Part>
      </Stack>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

const Unreachable = ({ label }: { label: string }) => (
  <Alert color="orange" variant="light">
    {t(
      '{label} calls from its own servers. It cannot reach {origin}: give this installation a public address with https first (BASE_URL).',
      { label, origin: location.origin },
    )}
  </Alert>
);
