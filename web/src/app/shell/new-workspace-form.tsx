import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import { call, type Workspace } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { ownZone, zones } from '../../base/parts/times.ts';
import { useSession, useSessionChanged } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';

export function NewWorkspaceForm({ onMade }: { onMade: (workspace: Pick<Workspace, 'slug'>) => void }) {
  const sessionChanged = useSessionChanged();
  const hasSandbox = (useSession().data?.sandboxUrl ?? null) !== null;
  const form = useApiForm({
    name: 'new-workspace',
    initialValues: { name: '', timezone: ownZone(), sandbox: false },
    send: (values) => call('createWorkspace', values),
    onSent: async ({ workspace }) => {
      await sessionChanged();
      onMade(workspace);
    },
    // the service makes the slug from the name
    placeOf: ({ code }) =>
      code === 'slug_taken'
        ? { path: 'name', message: t('There is a workspace of this name: choose another.') }
        : null,
  });
  return (
    <Form of={form}>
      <Stack>
        <TextInput
          label={t('Name')}
          description={t('A customer or a brand. Accounts, posts and webhooks belong to one workspace.')}
          required
          maxLength={LIMITS.workspaceName}
          {...form.field('name')}
          data-autofocus
        />
        <Select
          label={t('Time zone')}
          description={t('Times of posts are read and shown in it.')}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          data={zones()}
          {...form.field('timezone')}
        />
        {hasSandbox && (
          <Checkbox
            label={t('Simulated networks, to try things out')}
            description={t('Nothing reaches a real network. This cannot be changed later.')}
            {...form.field('sandbox', { type: 'checkbox' })}
          />
        )}
        <FormFault of={form} />
        <Submit of={form}>{t('Make the workspace')}</Submit>
      </Stack>
    </Form>
  );
}
