import { Avatar } from '@mantine/core';
import { isWebAddress } from './from-network.ts';
import { NetworkMark } from './network.tsx';

interface PictureProps {
  /** What the person is called. */
  name: string;
  avatarUrl: string | null;
  platform: string;
  /** CSS pixels. */
  size?: number;
}

/** A person's picture, else their initials, with the mark of the network. Their name is beside it. */
export function PersonPicture({ name, avatarUrl, platform, size = 38 }: PictureProps) {
  return (
    <span className="person-picture" aria-hidden="true">
      <Avatar
        size={size}
        radius="xl"
        alt=""
        src={isWebAddress(avatarUrl) ? avatarUrl : null}
        name={name.replace(/^@/, '')}
        color="gray"
      />
      <span className="person-network">
        <NetworkMark platform={platform} size={size < 36 ? 14 : 16} />
      </span>
    </span>
  );
}
