/** The tests of an automation, played with what is written: each passes, or shows the talk as it went. */
import { ActionIcon, Button, Group, Menu, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { MoreIcon } from '../../base/parts/icons.tsx';
import { Fault } from '../../base/parts/states.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Tests } from './saved-tests.ts';
import type { Step, TalkTest, Verdict } from './shapes.ts';
import { verdictText } from './words.ts';
import { t } from '../../base/language/text.ts';

interface ListProps {
  tests: Tests;
  steps: readonly Step[];
  verdicts: ReadonlyMap<string, Verdict>;
  /** The steps have problems, so nothing can be played. */
  isBlocked: boolean;
  requireTests: boolean;
  onRequire: (isRequired: boolean) => void;
  /** Plays a test in the trial. */
  onTry: (test: TalkTest) => void;
}

export function TestList({ tests, steps, verdicts, isBlocked, requireTests, onRequire, onTry }: ListProps) {
  const { list, error } = tests;
  const failing = list.filter(({ name }) => verdicts.get(name)?.passes === false).length;
  return (
    <Stack component="section" gap="xs" aria-labelledby="flow-tests">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id="flow-tests">
          {t('Tests')}
        </Title>
        {list.length > 0 && (
          <Text size="sm" c={failing > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
            {isBlocked
              ? t('Not played while there are problems')
              : failing === 0
                ? t('All {count} pass', { count: list.length })
                : t('{failing, plural, one {# of {count} fails} other {# of {count} fail}}', {
                    failing,
                    count: list.length,
                  })}
          </Text>
        )}
      </Group>
      {error !== null && <Fault message={messageOf(error)} />}
      {list.length === 0 && error === null && !tests.isPending && (
        <Text size="sm" c="dimmed">
          {t('None yet. Try the automation, then save the talk as a test: it is played with every change.')}
        </Text>
      )}
      <ul className="flow-tests" aria-label={t('Tests')}>
        {list.map((test) => (
          <li key={test.name}>
            <TestRow
              test={test}
              verdict={isBlocked ? undefined : verdicts.get(test.name)}
              tests={tests}
              steps={steps}
              onTry={onTry}
            />
          </li>
        ))}
      </ul>
      {list.length > 0 && (
        <Switch
          label={t('Publish only when every test passes')}
          checked={requireTests}
          onChange={(event) => onRequire(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

interface RowProps extends Pick<ListProps, 'tests' | 'steps' | 'onTry'> {
  test: TalkTest;
  verdict: Verdict | undefined;
}

function TestRow({ test, verdict, tests, steps, onTry }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const hasFailed = verdict?.passes === false;
  return (
    <>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap={8} style={{ minWidth: 0, flex: 1 }}>
          <Text size="sm" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {test.name}
          </Text>
          {verdict && (
            <LookBadge
              look={hasFailed ? { label: t('Fails'), tone: 'failed' } : { label: t('Passes'), tone: 'live' }}
            />
          )}
        </Group>
        <RowMenu test={test} verdict={verdict} tests={tests} onTry={onTry} />
      </Group>
      {hasFailed && (
        <>
          <Text size="sm" c="dimmed">
            {verdictText(verdict.message ?? '', steps)}{' '}
            {verdict.diff.length > 0 && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => setOpen(!isOpen)}
                aria-expanded={isOpen}
              >
                {isOpen ? t('Hide the talk') : t('Show the talk')}
              </Button>
            )}
          </Text>
          {isOpen && <Diff lines={verdict.diff} />}
        </>
      )}
    </>
  );
}

function RowMenu({ test, verdict, tests, onTry }: Omit<RowProps, 'steps'>) {
  const accepted = verdict?.passes === false ? verdict.updated : null;
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={t('Actions for the test {name}', { name: test.name })}
        >
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onTry(test)}>{t('Play it in the talk')}</Menu.Item>
        {accepted && (
          <Menu.Item
            onClick={() =>
              void tests.save({ ...test, talk: accepted as TalkTest['talk'] }).catch(showFailure)
            }
          >
            {t('Accept what it says now')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={() => tests.remove(test.name)}>
          {t('Remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A talk as it went. */
export function Diff({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="flow-compared" aria-label={t('The talk as it went')}>
      {lines.map((line, index) => {
        const [sign, text] = [line.slice(0, 1), line.slice(2)];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no id
          <li key={index} data-sign={sign} dir="auto">
            {sign === '+' ? <ins>{text}</ins> : sign === '-' ? <del>{text}</del> : text}
          </li>
        );
      })}
    </ol>
  );
}
