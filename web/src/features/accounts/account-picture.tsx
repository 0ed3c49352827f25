import type { Account } from '../../base/api.ts';
import { NetworkMark } from '../../base/parts/network.tsx';
import { PersonPicture } from '../../base/parts/person-picture.tsx';

interface PictureProps {
  /** undefined: not read yet, or disconnected. */
  account: Pick<Account, 'displayName' | 'username' | 'avatarUrl'> | undefined;
  platform: string;
  /** CSS pixels. */
  size?: number;
}

/** The picture of an account with the mark of its network in the corner; the mark alone where it has no picture. Its name is beside it. */
export function AccountPicture({ account, platform, size = 24 }: PictureProps) {
  if (account === undefined || account.avatarUrl === null)
    return <NetworkMark platform={platform} size={Math.min(size, 32)} />;
  const { displayName, username, avatarUrl } = account;
  return (
    <PersonPicture name={displayName || username} avatarUrl={avatarUrl} platform={platform} size={size} />
  );
}
