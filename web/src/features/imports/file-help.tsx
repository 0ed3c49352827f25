/** What a file looks like: its columns, and an example to download. */
import { Button, Code, Group, Table, Text } from '@mantine/core';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { Fold } from '../../base/parts/fold.tsx';
import { wallTime } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import { COLUMN_NAMES, COLUMN_WORDS } from './columns.ts';
import { t } from '../../base/language/text.ts';

const DAY_MS = 86_400_000;

export function FileHelp({ startsOpen }: { startsOpen: boolean }) {
  const { timezone } = useWorkspace();
  const { data: accounts = [] } = useAccounts();
  const [account] = accounts;
  const downloadExample = () => {
    const name = account === undefined ? '' : `${account.platform}:${account.username}`;
    const tomorrow = wallTime(new Date(Date.now() + DAY_MS).toISOString(), timezone).slice(0, 10);
    const rows = [
      [t('Fresh rye bread from seven'), name, `${tomorrow} 10:00`, t('bread')],
      [t('A draft: it has no time'), name, '', ''],
    ];
    download(csvOf(['content', 'accounts', 'scheduledAt', 'labels'], rows), 'example.csv');
  };
  const title = t('What a file looks like');
  return (
    <Fold title={title} says={t('Its columns, and an example')} startsOpen={startsOpen} label={title}>
      <Text size="sm">
        {t('The first row names the columns, in any order. Each row after it becomes a post.')}
      </Text>
      <Table layout="auto">
        <Table.Tbody>
          {COLUMN_NAMES.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
                <Code dir="ltr">{name}</Code>
              </Table.Th>
              <Table.Td>{COLUMN_WORDS[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm">
        {t('A time is written as in {example}. The time zone is {timezone}.', {
          example: '2030-05-04 10:00',
          timezone,
        })}
      </Text>
      <Group>
        <Button variant="default" size="xs" onClick={downloadExample}>
          {t('Download an example')}
        </Button>
      </Group>
    </Fold>
  );
}
