import {
  Alert,
  Badge,
  Button,
  Card,
  Checkbox,
  Code,
  Group,
  List,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { ApiError, call, messageOf, type Reply, type Webhook, type WebhookDelivery } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Copyable } from '../parts/copy.tsx';
import { howMany, LongListBox } from '../parts/long-list.tsx';
import { Empty, Fault, Waiting } from '../parts/states.tsx';
import { inZone } from '../parts/times.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';

/** Events that a webhook can be sent, and what they mean. */
const EVENTS: { name: string; hint: string }[] = [
  { name: 'post.published', hint: 'A post is out on one network or more.' },
  { name: 'post.failed', hint: 'No network took a post.' },
  { name: 'account.connected', hint: 'An account was connected.' },
];

export function Webhooks() {
  const { slug } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const webhooks = useQuery({
    queryKey: ['webhooks', slug],
    queryFn: async ({ signal }) =>
      (await call<Reply<'listWebhooks'>>('GET', `/v1/webhooks?workspace=${slug}`, { signal })).webhooks,
  });
  return (
    <Stack maw={860}>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: 1, minWidth: 220 }}>
          Troupe calls an HTTPS address of yours when something happens in this workspace. Each call is signed
          with a secret that is shown once.
        </Text>
        {!isAdding && <Button onClick={() => setAdding(true)}>Add a webhook</Button>}
      </Group>
      {isAdding && <NewWebhook onClose={() => setAdding(false)} />}
      {webhooks.isPending ? (
        <Waiting rows={2} />
      ) : webhooks.isError ? (
        <Fault message={messageOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      ) : webhooks.data.length === 0 ? (
        !isAdding && (
          <Empty title="No webhooks yet">Add the address of a program that wants to know what happens.</Empty>
        )
      ) : (
        webhooks.data.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />)
      )}
    </Stack>
  );
}

function NewWebhook({ onClose }: { onClose: () => void }) {
  const { slug } = useWorkspace();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>(['post.published', 'post.failed']);
  const [retries, setRetries] = useState(true);
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async () => {
      const body = { url: url.trim(), events, retries, workspace: slug };
      return (await call<Reply<'createWebhook'>>('POST', '/v1/webhooks', { body })).webhook;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', slug] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  if (make.data !== undefined)
    return (
      <Alert color="green" variant="light" title="The webhook is added" role="alert">
        <Stack gap="xs">
          <Text size="sm">
            Copy the signing secret now: it is shown this once. Calls carry <Code>X-Service-Signature</Code>,
            an HMAC-SHA256 of the body under it.
          </Text>
          <Copyable text={make.data.secret} label="The signing secret" />
          <Group>
            <Button size="xs" onClick={onClose}>
              I have copied it
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  const urlError =
    make.error instanceof ApiError && make.error.param === '/url' ? make.error.message : undefined;
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="https://example.org/hooks/troupe"
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={urlError}
            data-autofocus
          />
          <Checkbox.Group label="Events" value={events} onChange={setEvents}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
              {EVENTS.map(({ name, hint }) => (
                <Checkbox key={name} value={name} label={name} description={hint} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <Switch
            checked={retries}
            onChange={(event) => setRetries(event.currentTarget.checked)}
            label="Try again when it fails"
            description="Seven tries over about two days. Off: one call."
          />
          {make.isError && urlError === undefined && <Fault message={messageOf(make.error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending} disabled={events.length === 0}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { slug } = useWorkspace();
  const { id, url, events, retries, active } = webhook;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [isLogOpen, setLogOpen] = useState(false);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['webhooks', slug] });
  const switchActive = useMutation({
    mutationFn: (wanted: boolean) =>
      call('PATCH', `/v1/webhooks/${id}`, { body: { active: wanted, workspace: slug } }),
    onSuccess: readAgain,
    onError: tellFailure,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE', `/v1/webhooks/${id}?workspace=${slug}`),
    onSuccess: readAgain,
    onError: tellFailure,
  });
  const test = useMutation({
    mutationFn: async () =>
      (
        await call<Reply<'testWebhook'>>('POST', `/v1/webhooks/${id}/test`, {
          body: { workspace: slug },
        })
      ).delivery,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-log', id] }),
    onError: tellFailure,
  });
  return (
    <Card withBorder component="article" aria-label={url}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
          <Text fw={600} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {url}
          </Text>
          <Switch
            checked={active}
            disabled={switchActive.isPending}
            onChange={(event) => switchActive.mutate(event.currentTarget.checked)}
            aria-label={`Send events to ${url}`}
          />
        </Group>
        <Group gap={6}>
          {events.map((event) => (
            <Badge key={event} variant="light" color="gray" tt="none">
              {event}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {retries ? 'tried again when it fails' : 'one call each'}
            {!active && ' · paused'}
          </Text>
        </Group>
        {test.data !== undefined && <TestResult delivery={test.data} />}
        <Group gap="xs">
          <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isLogOpen}
            onClick={() => setLogOpen((open) => !open)}
          >
            {isLogOpen ? 'Hide the log' : 'Delivery log'}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
            Remove
          </Button>
        </Group>
        {isLogOpen && <Log id={id} />}
      </Stack>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Remove this webhook?"
        label="Remove"
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        Nothing more is sent to {url}, and its delivery log goes with it.
      </Confirm>
    </Card>
  );
}

function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const [tried] = delivery.tries;
  const isDelivered = delivery.status === 'delivered';
  return (
    <Alert color={isDelivered ? 'green' : 'red'} variant="light" p="xs" role="status">
      {isDelivered
        ? `The test arrived: the address answered ${tried?.statusCode}.`
        : `The test did not arrive: ${tried?.error ?? 'no answer'}.`}
    </Alert>
  );
}

const LOOKS = {
  sending: { label: 'Sending', color: 'yellow' },
  retrying: { label: 'Waits to retry', color: 'orange' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
} as const;

/** The newest pages are read again every few seconds; a longer log only when a person asks. */
const MOST_PAGES_LIVE = 2;

function Log({ id }: { id: string }) {
  const { slug } = useWorkspace();
  const log = useInfiniteQuery({
    queryKey: ['webhook-log', id],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ workspace: slug, limit: '50' });
      if (pageParam !== null) query.set('before', pageParam);
      return call<Reply<'listWebhookDeliveries'>>('GET', `/v1/webhooks/${id}/deliveries?${query}`, {
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // the feed does not report webhooks
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length <= MOST_PAGES_LIVE && 5_000,
  });
  const { fetchNextPage } = log;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (log.isPending) return <Waiting rows={1} />;
  if (log.data === undefined)
    return <Fault message={messageOf(log.error)} onRetry={() => void log.refetch()} />;
  const sends = log.data.pages.flatMap(({ deliveries }) => deliveries);
  const total = log.data.pages[0]!.total;
  if (sends.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing was sent yet. A test shows at once whether the address answers.
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed" role="status" aria-label="How many">
        {howMany(sends.length, total, 'calls', log.hasNextPage)}
      </Text>
      <LongListBox
        label="Delivery log"
        height={420}
        items={sends}
        keyOf={({ id: sendId }) => sendId}
        estimate={68}
        gap={8}
        render={(send) => <Send send={send} />}
        more={{
          what: 'calls',
          total,
          hasMore: log.hasNextPage,
          isLoading: log.isFetchingNextPage,
          error: log.isFetching ? null : log.error,
          load,
        }}
      />
    </>
  );
}

function Send({ send: { event, status, createdAt, tries } }: { send: WebhookDelivery }) {
  const { timezone } = useWorkspace();
  return (
    <Card withBorder padding="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm">
          <Code>{event}</Code> {inZone(createdAt, timezone)}
        </Text>
        <Badge color={LOOKS[status].color} variant="light" tt="none">
          {LOOKS[status].label}
        </Badge>
      </Group>
      <List size="sm" c="dimmed" spacing={0}>
        {tries.map(({ attempt, statusCode, error, finishedAt }) => (
          <List.Item key={attempt} style={{ overflowWrap: 'anywhere' }}>
            Try {attempt}:{' '}
            {finishedAt === null ? 'under way' : [statusCode ?? '', error ?? ''].join(' ').trim() || 'ended'}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
