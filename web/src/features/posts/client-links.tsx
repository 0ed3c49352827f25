/** Links by which a client, who has no account here, decides on a post. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Post, Reply } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { Copyable } from '../../base/parts/copy.tsx';
import { useNow } from '../../base/parts/now.ts';
import { fromNow } from '../../base/parts/times.ts';
import { useClientLinks, useNewClientLink, useRevokeClientLink } from './queries.ts';
import { t } from '../../base/language/text.ts';

type ClientLink = Reply<'listApprovalLinks'>['approvalLinks'][number];

/** Of a post that waits for an approval. */
export const ClientLinks = ifCan('createApprovalLink', function ClientLinks({ post }: { post: Post }) {
  const { data: links = [] } = useClientLinks(post.id);
  const make = useNewClientLink(post.id);
  const open = links.filter(({ status }) => status === 'open');
  return (
    <Stack gap="xs">
      {make.data !== undefined && <Made url={make.data.url} onClose={() => make.reset()} />}
      {open.length > 0 && (
        <Stack
          component="ul"
          gap={4}
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('Open links for clients')}
        >
          {open.map((link, index) => (
            <OpenLink key={link.id} link={link} number={open.length - index} postId={post.id} />
          ))}
        </Stack>
      )}
      <Group>
        <Button variant="subtle" size="compact-sm" loading={make.isPending} onClick={() => make.mutate()}>
          {t('Make a link for a client')}
        </Button>
      </Group>
    </Stack>
  );
});

const Made = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <Alert
    color="green"
    variant="light"
    title={t('Send this link to the client')}
    role="alert"
    withCloseButton
    closeButtonLabel={t('I have copied it')}
    onClose={onClose}
  >
    <Stack gap="xs">
      <Text size="sm">
        {t('Everybody who has it can approve this post as it is now, within 7 days. It is shown only once.')}
      </Text>
      <Copyable text={url} label={t('The link for the client')} />
    </Stack>
  </Alert>
);

function OpenLink({ link, number, postId }: { link: ClientLink; number: number; postId: string }) {
  const now = useNow(30_000);
  const revoke = useRevokeClientLink(postId);
  return (
    <Group component="li" gap="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        {t('Link {number} for a client, ends {when}', { number, when: fromNow(link.expiresAt, now) })}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        loading={revoke.isPending}
        onClick={() => revoke.mutate(link.id)}
        aria-label={t('Revoke link {number}', { number })}
      >
        {t('Revoke')}
      </Button>
    </Group>
  );
}
