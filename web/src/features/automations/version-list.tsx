/** The versions of an automation: who made each, when, how many people are in it, and the way back to one. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { useCan } from '../../base/can.tsx';
import { CompareVersions } from './compare-view.tsx';
import { useRestore, useVersions } from './queries.ts';
import type { Automation, Version } from './shapes.ts';
import { peopleIn } from './words.ts';
import { t } from '../../base/language/text.ts';

export function VersionList({ automation }: { automation: Automation }) {
  const read = useVersions(automation.id);
  const restore = useRestore(automation);
  const now = useNow(15_000);
  const [versionToConfirm, setAsked] = useState<number | null>(null);
  const [chosen, choose] = useState<{ first: number; second: number } | null>(null);
  if (read.isPending) return <Waiting />;
  if (read.data === undefined)
    return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  const versions = read.data.pages.flatMap(({ versions: page }) => page);
  return (
    <Stack component="section" gap="xs" aria-labelledby="flow-versions">
      <Title order={2} size="h4" id="flow-versions">
        {t('Versions')}
      </Title>
      <ul className="flow-versions">
        {versions.map((version) => (
          <li key={version.version}>
            <VersionRow
              version={version}
              current={automation.version}
              now={now}
              onCompare={choose}
              onRestore={setAsked}
            />
          </li>
        ))}
      </ul>
      {read.hasNextPage && (
        <Button variant="default" onClick={() => void read.fetchNextPage()} loading={read.isFetchingNextPage}>
          {t('Show older ones')}
        </Button>
      )}
      <CompareVersions automation={automation} chosen={chosen} onClose={() => choose(null)} />
      <Confirm
        opened={versionToConfirm !== null}
        title={t('Go back to version {version}?', { version: versionToConfirm ?? '' })}
        label={t('Go back')}
        loading={restore.isPending}
        onConfirm={() =>
          versionToConfirm !== null && restore.mutate(versionToConfirm, { onSettled: () => setAsked(null) })
        }
        onClose={() => setAsked(null)}
      >
        {t(
          'A new version is made with its trigger and its steps. People who are in the automation end on the version that they began with.',
        )}
      </Confirm>
    </Stack>
  );
}

interface RowProps {
  version: Version;
  /** The number of the current one. */
  current: number;
  now: number;
  onCompare: (chosen: { first: number; second: number }) => void;
  onRestore: (version: number) => void;
}

function VersionRow({ version, current, now, onCompare, onRestore }: RowProps) {
  const can = useCan();
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        <b>{t('Version {version}', { version: version.version })}</b>
        <Text span size="sm" c="dimmed">
          {' '}
          {aboutVersion(version, fromNow(version.createdAt, now))}
        </Text>
      </Text>
      <Group gap="xs">
        {current > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onCompare(besides(version, current))}
            aria-label={t('Compare version {version}', { version: version.version })}
          >
            {t('Compare')}
          </Button>
        )}
        {!version.current && can('restoreDmAutomationVersion') && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onRestore(version.version)}
            aria-label={t('Go back to version {version}', { version: version.version })}
          >
            {t('Go back to it')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** What a version is compared with first: the current one; that one with the one before it. */
const besides = ({ version }: Version, current: number) =>
  version === current ? { first: current - 1, second: current } : { first: version, second: current };

/** @param made when, in words */
function aboutVersion({ current, by, restores, people }: Version, made: string): string {
  return [
    current ? t('current') : null,
    by?.name ? t('{when} by {name}', { when: made, name: by.name }) : made,
    restores === null ? null : t('as version {restores} was', { restores }),
    people === 0 ? null : peopleIn(people),
  ]
    .filter((part) => part !== null)
    .join(', ');
}
