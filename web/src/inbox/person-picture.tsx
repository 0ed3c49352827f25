import { Avatar } from '@mantine/core';
import type { Conversation } from '../api.ts';
import { NetworkMark } from '../parts/network.tsx';
import { isWebAddress, personName } from './names.ts';

/** A person's picture, else their initials, with the mark of the network. Their name is beside it. */
export function PersonPicture({ conversation, size = 38 }: { conversation: Conversation; size?: number }) {
  const { contact, platform } = conversation;
  return (
    <span className="inbox-picture" aria-hidden="true">
      <Avatar
        size={size}
        radius="xl"
        alt=""
        src={isWebAddress(contact.avatarUrl) ? contact.avatarUrl : null}
        name={personName(conversation).replace(/^@/, '')}
        color="gray"
      />
      <span className="inbox-network">
        <NetworkMark platform={platform} size={16} />
      </span>
    </span>
  );
}
