/** How a post's approval stands: who asked, who decided, what was changed since the last yes, and the decision of people who may. */
import { Alert, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Post } from '../../base/api.ts';
import { ifCan, useCan } from '../../base/can.tsx';
import { LIMITS } from '../../base/limits.ts';
import { withZone } from '../../base/parts/times.ts';
import { useNameOf } from '../people/index.ts';
import { ClientLinks } from './client-links.tsx';
import { PostChanges } from './post-changes.tsx';
import { useApproved, useDecide } from './queries.ts';
import { rich, t } from '../../base/language/text.ts';

/** Nothing where nobody was asked. */
export function ApprovalPanel({ post }: { post: Post }) {
  const { approval, approvalDetails } = post;
  if (approval === null || approvalDetails === undefined) return null;
  if (approval === 'requested') return <Waiting post={post} />;
  const { decidedAt, reason } = approvalDetails;
  return (
    <Alert
      mb="lg"
      color={approval === 'approved' ? 'green' : 'red'}
      variant="light"
      title={approval === 'approved' ? t('Approved') : t('Not approved')}
      role="status"
    >
      <Decider details={approvalDetails} />
      {decidedAt !== null && <>, {withZone(decidedAt, post.timezone)}</>}
      {reason !== null && (
        <Text size="sm" mt={4} dir="auto">
          {reason}
        </Text>
      )}
    </Alert>
  );
}

type Details = NonNullable<Post['approvalDetails']>;

function Decider({ details: { decidedBy, clientName } }: { details: Details }) {
  const nameOf = useNameOf();
  if (clientName === null) return <>{t('By {name}', { name: nameOf(decidedBy) })}</>;
  return (
    <>
      {rich('By <bdi>{clientName}</bdi> (client, by link)', {
        clientName,
        bdi: (words) => <bdi>{words}</bdi>,
      })}
    </>
  );
}

const WANTED: { [timing: string]: string } = {
  publishNow: t('at once when it is approved'),
  useNextSlot: t('in the next free slot when it is approved'),
};

function Waiting({ post }: { post: Post }) {
  const { timing, requestedBy } = post.approvalDetails!;
  const nameOf = useNameOf();
  const when =
    post.scheduledAt === null
      ? (WANTED[timing] ?? '')
      : t('on {time}', { time: withZone(post.scheduledAt, post.timezone) });
  return (
    <Card withBorder mb="lg" component="section" aria-label={t('Approval')}>
      <Stack gap="sm">
        <Text>
          {rich('<b>Waits for approval.</b> Asked for by {name}, to go out {when}.', {
            b: (words) => <b>{words}</b>,
            name: nameOf(requestedBy),
            when,
          })}
        </Text>
        <Changed post={post} />
        <Decision post={post} key={post.approvalDetails!.plan} />
        <NobodyHere />
        <ClientLinks post={post} />
      </Stack>
    </Card>
  );
}

function NobodyHere() {
  const can = useCan();
  if (can('decideApproval')) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('An owner or an approver of the workspace decides.')}
    </Text>
  );
}

/** What differs from the post that was approved last. */
function Changed({ post }: { post: Post }) {
  const { data } = useApproved(post, true);
  return data === undefined ? null : <PostChanges post={post} changes={data.changes} />;
}

const Decision = ifCan('decideApproval', Decide);

function Decide({ post }: { post: Post }) {
  const decide = useDecide(post);
  const [rejects, setRejects] = useState(false);
  if (rejects) return <Rejection decide={decide} onCancel={() => setRejects(false)} />;
  const isLate = post.scheduledAt !== null && Date.parse(post.scheduledAt) <= Date.now();
  const yes = (more: object) => decide.mutate({ decision: 'approved', ...more });
  return (
    <Stack gap="sm">
      {isLate && <Text size="sm">{t('Its time has passed: choose when it goes out.')}</Text>}
      <Group gap="sm">
        <Button loading={decide.isPending} onClick={() => yes(isLate ? { publishNow: true } : {})}>
          {isLate ? t('Approve, publish now') : t('Approve')}
        </Button>
        {isLate && (
          <Button variant="default" disabled={decide.isPending} onClick={() => yes({ useNextSlot: true })}>
            {t('Approve, next slot')}
          </Button>
        )}
        <Button variant="default" disabled={decide.isPending} onClick={() => setRejects(true)}>
          {t('Reject…')}
        </Button>
      </Group>
    </Stack>
  );
}

function Rejection({ decide, onCancel }: { decide: ReturnType<typeof useDecide>; onCancel: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <Stack gap="sm">
      <Textarea
        label={t('What is to change')}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={LIMITS.approvalReason}
        autosize
        minRows={2}
      />
      <Group gap="sm">
        <Button
          color="red"
          loading={decide.isPending}
          onClick={() => decide.mutate({ decision: 'rejected', reason })}
        >
          {t('Reject')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
