/** The description of a file, edited in its place. */
import { Group, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import { useWorkspace } from '../../base/session.ts';
import { type LibraryFile, libraryKey } from './queries.ts';
import { titleOf } from './words.ts';
import { t } from '../../base/language/text.ts';

export function DescriptionForm({ file }: { file: LibraryFile }) {
  const { slug: workspace } = useWorkspace();
  const queries = useQueryClient();
  const { id } = file;
  const before = file.altText ?? '';
  const form = useApiForm({
    name: 'file-description',
    initialValues: { altText: before },
    send: ({ altText }) => call('updateMedia', { id, altText, workspace }),
    onSent: () => queries.invalidateQueries({ queryKey: libraryKey(workspace) }),
  });
  const label = t('Description of {name}, for people who do not see it', { name: titleOf(file) });
  return (
    <Form of={form} label={label}>
      <Textarea
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={LIMITS.altText}
        dir="auto"
        placeholder={t('Description, for people who do not see it')}
        aria-label={label}
        {...form.field('altText')}
      />
      <FormFault of={form} />
      {form.values.altText !== before && (
        <Group mt="xs">
          <Submit of={form} size="xs" variant="default">
            {t('Save the description')}
          </Submit>
        </Group>
      )}
    </Form>
  );
}
