/** A file is chosen, checked, and imported. */
import { Button, FileButton, Group, Input, MultiSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../base/api.ts';
import { type FieldProps, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { DropArea, useFilesAnywhere } from '../../base/parts/drop-area.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useWorkspace } from '../../base/session.ts';
import { useAccounts } from '../accounts/index.ts';
import type { FileToImport } from './queries.ts';
import { Verdict } from './verdict.tsx';
import { t } from '../../base/language/text.ts';

interface Content {
  [field: string]: unknown;
  file: File | null;
  accounts: string[];
}

const EMPTY: Content = { file: null, accounts: [] };

/** A check of a file, and what was checked. */
interface Check {
  id: string;
  content: Content;
  sent: FileToImport;
}

export function ImportForm() {
  const { slug: workspace } = useWorkspace();
  const [check, setCheck] = useState<Check | null>(null);
  const form = useApiForm({
    name: 'import',
    initialValues: EMPTY,
    validate: ({ file }) => (file === null ? { file: t('Choose a file first.') } : {}),
    send: async (content): Promise<Check> => {
      const file = content.file!;
      const names = content.accounts.length === 0 ? undefined : content.accounts.join();
      const sent = { file, name: file.name.slice(0, LIMITS.importName), accounts: names, workspace };
      const { import: made } = await call('createImport', { ...sent, dryRun: true });
      return { id: made.id, content, sent };
    },
    onSent: setCheck,
  });
  const file = form.field('file');
  const choose = (files: Iterable<File>) => {
    const [first] = files;
    if (first !== undefined) file.onChange(first);
  };
  useFilesAnywhere(choose, true);
  const { values } = form;
  const isCurrent =
    check !== null && check.content.file === values.file && check.content.accounts === values.accounts;
  const startAgain = () => {
    form.reset();
    setCheck(null);
  };
  return (
    <Stack gap="md">
      <Form of={form} label={t('Import posts')} noValidate>
        <Stack gap="sm">
          <FileField field={file} file={values.file} onFiles={choose} />
          <AccountsField {...form.field('accounts')} />
          <FormFault of={form} />
          <Group>
            <Submit of={form} variant={isCurrent ? 'default' : 'filled'}>
              {t('Check the file')}
            </Submit>
          </Group>
        </Stack>
      </Form>
      {isCurrent && <Verdict key={check.id} id={check.id} file={check.sent} onImported={startAgain} />}
    </Stack>
  );
}

function AccountsField(field: FieldProps) {
  const { data: accounts = [] } = useAccounts();
  return (
    <MultiSelect
      label={t('Accounts for rows that name none')}
      data={accounts.map(({ id, platform, displayName, username }) => ({
        value: id,
        label: t('{account} on {network}', {
          account: displayName || username,
          network: networkName(platform),
        }),
      }))}
      searchable
      // the list would cover the button when a refusal gives the field the focus
      openOnFocus={false}
      {...field}
    />
  );
}

function FileField({
  field,
  file,
  onFiles,
}: {
  field: FieldProps;
  file: File | null;
  onFiles: (files: Iterable<File>) => void;
}) {
  const describedBy = 'import-file-error';
  return (
    <Input.Wrapper label={t('File')} labelElement="div" error={field.error} errorProps={{ id: describedBy }}>
      <Paper withBorder component={DropArea} p="md" onFiles={onFiles}>
        <Stack gap="xs">
          <Group gap="sm">
            <FileButton
              accept=".csv,.tsv,.txt,text/csv"
              onChange={(chosen) => chosen !== null && onFiles([chosen])}
              inputProps={{ 'aria-label': t('CSV file') }}
            >
              {(button) => (
                <Button
                  {...button}
                  variant="default"
                  size="xs"
                  data-path={field['data-path']}
                  {...(field.error && { 'aria-describedby': describedBy })}
                >
                  {file === null ? t('Choose a file') : t('Choose another file')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {file === null ? t('or drop it here') : file.name}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {t('CSV in UTF-8, up to 5 MiB and 2,000 rows. In Excel it is “CSV UTF-8 (Comma delimited)”.')}
          </Text>
        </Stack>
      </Paper>
    </Input.Wrapper>
  );
}
