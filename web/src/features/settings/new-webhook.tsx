import { Alert, Button, Card, Code, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { Form, FormFault, Submit, useApiForm } from '../../base/form/index.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { useWorkspace } from '../../base/session.ts';
import { EventChoice } from './event-choice.tsx';
import { rich, t } from '../../base/language/text.ts';

/** The form for a new webhook. Once it is added, its signing secret, which is shown once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const form = useApiForm({
    name: 'webhook',
    initialValues: { url: '', events: ['post.published', 'post.failed'], retries: true },
    send: async (values) => {
      const body = { ...values, url: values.url.trim(), workspace: slug };
      return (await call('createWebhook', body)).webhook;
    },
    onSent: () => queries.invalidateQueries({ queryKey: ['webhooks', slug] }),
  });
  if (form.sent !== undefined) return <Added secret={form.sent.secret} onClose={onClose} />;
  return (
    <Card withBorder>
      <Form of={form}>
        <Stack gap="sm">
          <TextInput
            label={t('Address')}
            placeholder="https://example.org/hooks/troupe"
            type="url"
            required
            {...form.field('url')}
            data-autofocus
          />
          <EventChoice {...form.field('events')} />
          <Switch
            {...form.field('retries', { type: 'checkbox' })}
            label={t('Try again when it fails')}
            description={t('Seven tries over about two days. Off: one call.')}
          />
          <FormFault of={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Submit of={form} disabled={form.values.events.length === 0}>
              {t('Add')}
            </Submit>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

function Added({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Alert color="green" variant="light" title={t('The webhook is added')} role="alert">
      <Stack gap="xs">
        <Text size="sm">
          {rich(
            'Copy the signing secret now: it is shown only once. Calls carry <code>X-Service-Signature</code>, an HMAC-SHA256 of the body under it.',
            { code: (words) => <Code>{words}</Code> },
          )}
        </Text>
        <Copyable text={secret} label={t('The signing secret')} />
        <Group>
          <Button size="xs" onClick={onClose}>
            {t('I have copied it')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
