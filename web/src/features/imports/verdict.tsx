/** The result of a check, and the button that imports it. */
import { Button, Card, Code, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { DownloadProblems } from './download-problems.tsx';
import { problemWords } from './problems.ts';
import { type CheckedImport, type FileToImport, importsKey, isUnderWay, useImport } from './queries.ts';
import { countsText, REASON } from './words.ts';
import { t } from '../../base/language/text.ts';

/** Problems that are listed; the others are in the file that can be downloaded. */
const MAX_LISTED = 50;

interface VerdictProps {
  /** Of the check. */
  id: string;
  file: FileToImport;
  onImported: () => void;
}

export function Verdict({ id, file, onImported }: VerdictProps) {
  const checked = useImport(id);
  if (checked.isPending) return <Waiting rows={2} label={t('Checking the file')} />;
  if (checked.data === undefined)
    return <Fault message={messageOf(checked.error)} onRetry={() => void checked.refetch()} />;
  return (
    <Card withBorder component="section" aria-label={t('Result of the check')}>
      <CheckedFile checked={checked.data} file={file} onImported={onImported} />
    </Card>
  );
}

function CheckedFile({ checked, file, onImported }: Omit<VerdictProps, 'id'> & { checked: CheckedImport }) {
  const { id, accepted, refused, errors, reason } = checked;
  if (isUnderWay(checked)) return <RowProgress of={checked} label={t('Checking the file')} />;
  if (reason !== null) return <Fault message={REASON[reason]} />;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {countsText(checked)}
      </Title>
      {refused > 0 && (
        <Text size="sm">
          {t('Rows with a problem are left out. Correct them and import them as a file of their own.')}
        </Text>
      )}
      {errors.length > 0 && <Problems errors={errors} />}
      <Group>
        {accepted > 0 && <ImportButton accepted={accepted} file={file} onImported={onImported} />}
        {refused > 0 && <DownloadProblems id={id} />}
      </Group>
    </Stack>
  );
}

/** How many rows are done. */
export function RowProgress({ of: { done, rows }, label }: { of: CheckedOrListed; label: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {t('{done} of {rows, plural, one {# row} other {# rows}}', { done, rows })}
      </Text>
      <Progress value={(done / Math.max(1, rows)) * 100} aria-label={label} color="accent" />
    </Stack>
  );
}

type CheckedOrListed = Pick<CheckedImport, 'done' | 'rows'>;

function Problems({ errors }: Pick<CheckedImport, 'errors'>) {
  return (
    <>
      <Table layout="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Row')}</Table.Th>
            <Table.Th>{t('Column')}</Table.Th>
            <Table.Th>{t('Problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.slice(0, MAX_LISTED).map((one) => (
            <Table.Tr key={one.row} style={{ verticalAlign: 'top' }}>
              <Table.Td>{one.row}</Table.Td>
              <Table.Td>
                <Code dir="ltr">{one.param.slice(1)}</Code>
              </Table.Td>
              <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {problemWords(one)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {errors.length > MAX_LISTED && (
        <Text size="sm" c="dimmed">
          {t('The first {count} problems are listed. All of them are in the file of problems.', {
            count: MAX_LISTED,
          })}
        </Text>
      )}
    </>
  );
}

function ImportButton({ accepted, file, onImported }: Omit<VerdictProps, 'id'> & { accepted: number }) {
  const queries = useQueryClient();
  // one key for each check: a repeat after a lost response imports nothing twice
  const [idempotencyKey] = useState(newIdempotencyKey);
  const importing = useMutation({
    mutationFn: () => call('createImport', { ...file }, { idempotencyKey }),
    onSuccess: async () => {
      onImported();
      await queries.invalidateQueries({ queryKey: importsKey(file.workspace) });
    },
    onError: showFailure,
  });
  return (
    <Button loading={importing.isPending} onClick={() => importing.mutate()}>
      {t('Import {count, plural, one {# row} other {# rows}}', { count: accepted })}
    </Button>
  );
}
