/** Who is an operator of the installation. */
import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call, messageOf } from '../../base/api.ts';
import { BELOW_LABEL, Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Confirm } from '../../base/parts/confirm.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone, ownZone } from '../../base/parts/times.ts';
import { type Operator, operatorsKey, useChanged, useOperators, useRemoveOperator } from './queries.ts';
import { t } from '../../base/language/text.ts';

export function Operators() {
  const { data, error, isPending, refetch } = useOperators();
  if (isPending) return <Waiting rows={1} />;
  if (data === undefined) return <Fault message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Operators')}>
        {data.map((one) => (
          <OperatorCard key={one.userId} operator={one} isOnly={data.length === 1} />
        ))}
      </Stack>
      <AddForm />
    </Stack>
  );
}

function OperatorCard({ operator, isOnly }: { operator: Operator; isOnly: boolean }) {
  const { name, email, addedBy, addedAt } = operator;
  const [isAsked, { open, close }] = useDisclosure(false);
  const remove = useRemoveOperator(operator);
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              ...(email === null ? [] : [email]),
              t('since {time}', { time: inZone(addedAt, ownZone()) }),
              ...(addedBy === null ? [] : [t('added by {addedBy}', { addedBy })]),
            ].join(' · ')}
          </Text>
        </div>
        {!isOnly && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={open}
            aria-label={t('Remove {name}', { name })}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      <Confirm
        opened={isAsked}
        onClose={close}
        title={t('Remove {name}?', { name })}
        label={t('Remove')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      >
        {t('They do not see the installation any more, at once. Their workspaces stay as they are.')}
      </Confirm>
    </Card>
  );
}

function AddForm() {
  const changed = useChanged();
  const form = useApiForm({
    name: 'operator',
    initialValues: { email: '' },
    send: ({ email }) => call('addOperator', { email }),
    onSent: () => {
      form.reset();
      return changed(operatorsKey);
    },
  });
  return (
    <Form of={form} label={t('Make somebody an operator')}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t('Address of a person who can sign in')}
          type="email"
          autoComplete="off"
          required
          {...form.field('email')}
          style={{ flex: 1, minWidth: 220 }}
        />
        <Submit of={form} mt={{ base: 0, xs: BELOW_LABEL }}>
          {t('Make an operator')}
        </Submit>
      </Group>
      <FormFault of={form} />
    </Form>
  );
}
