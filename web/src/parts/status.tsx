import { Badge } from '@mantine/core';
import type { DeliveryStatus, PostStatus } from '../api.ts';

interface Look {
  label: string;
  color: string;
}

const POSTS: { [status in PostStatus]: Look } = {
  draft: { label: 'Draft', color: 'gray' },
  scheduled: { label: 'Scheduled', color: 'blue' },
  publishing: { label: 'Publishing', color: 'yellow' },
  published: { label: 'Published', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
};

/** What each state of a delivery means, in a word; `hint` where a word is not enough. */
export const DELIVERIES: { [status in DeliveryStatus]: Look & { hint?: string } } = {
  pending: { label: 'Not begun', color: 'gray' },
  sending: { label: 'Sending', color: 'yellow' },
  processing: { label: 'Processing', color: 'yellow', hint: 'The network prepares the media.' },
  retrying: { label: 'Waits to retry', color: 'orange', hint: 'It failed for now and is tried again.' },
  verifying: {
    label: 'Verifying',
    color: 'orange',
    hint: 'The network’s answer was lost. Troupe looks whether it is there before it sends again.',
  },
  published: { label: 'Published', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
};

export function PostStatusBadge({ status }: { status: PostStatus }) {
  const { label, color } = POSTS[status];
  return (
    <Badge color={color} variant="light" tt="none" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  const { label, color } = DELIVERIES[status];
  return (
    <Badge color={color} variant="light" tt="none" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
