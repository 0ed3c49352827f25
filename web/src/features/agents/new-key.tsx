/** Makes the key of a client, so that its settings can be copied whole. */
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '../../base/limits.ts';
import { call, type Reply } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import {
  ConfirmChoice,
  leastReach,
  type ReachValues,
  ReachChoice,
  SCOPES,
  heldTo,
  isEmptyReach,
} from '../access/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { useSession, useWorkspace } from '../../base/session.ts';
import { rich, t } from '../../base/language/text.ts';

export type NewKey = Reply<'createKey'>['key'];

interface KeyStepProps {
  /** What the key is called unless another name is written. */
  suggestedName: string;
  /** The key of this page; null means there is none yet. */
  made: NewKey | null;
  onMade: (key: NewKey) => void;
}

export const KeyStep = (props: KeyStepProps) =>
  props.made === null ? <KeyForm {...props} /> : <Made apiKey={props.made} />;

function Made({ apiKey }: { apiKey: NewKey }) {
  return (
    <Alert
      color="green"
      variant="light"
      role="status"
      title={t('The key “{name}” is created', { name: apiKey.name })}
    >
      <Stack gap="xs">
        <Text size="sm">
          {t(
            'It is in the settings below, and is shown only once. Revoke it in Settings → API & MCP when the agent is to stop.',
          )}
        </Text>
        <Copyable text={apiKey.key} label={t('The new key')} />
      </Stack>
    </Alert>
  );
}

function KeyForm({ suggestedName, onMade }: KeyStepProps) {
  const { data: session } = useSession();
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const start: ReachValues & { name: string | null } = { name: null, ...leastReach(slug) };
  const form = useApiForm({
    name: 'agent-key',
    initialValues: start,
    send: async ({ name, confirm, ...reach }) =>
      (await call('createKey', { name: name ?? suggestedName, confirm, ...heldTo(reach) })).key,
    onSent: async (key) => {
      onMade(key);
      await queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const { values } = form;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'Give each agent a key of its own: it then has a name in the list of what was done, and can be stopped alone. Anyone with the key can do what you allow here, and nothing else. That cannot be changed later: make another key instead.',
        )}
      </Text>
      <Form of={form}>
        <Stack gap="sm">
          <TextInput
            label={t('Name of the key')}
            required
            maxLength={LIMITS.keyName}
            {...form.field('name')}
            value={values.name ?? suggestedName}
            maw={360}
          />
          <ReachChoice scopes={SCOPES} workspaces={session?.workspaces ?? []} field={form.field} />
          <ConfirmChoice
            {...form.field('confirm')}
            description={t('Reading, drafts and pausing need nothing. It can be changed later.')}
          />
          <Group>
            <Submit of={form} disabled={isEmptyReach(values)}>
              {t('Create a key')}
            </Submit>
          </Group>
        </Stack>
      </Form>
      <FormFault of={form} />
      <Text size="sm" c="dimmed">
        {rich("With a key that you have already, skip this and put it in place of <b>'<'API_KEY></b>.", {
          b: (words) => <b>{words}</b>,
        })}
      </Text>
    </Stack>
  );
}
