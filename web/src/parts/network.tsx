import { Group, Text, Tooltip } from '@mantine/core';

/** What people call each network, two letters and a colour that white letters can be read on. */
const NETWORKS: { [platform: string]: { name: string; letters: string; color: string } } = {
  instagram: { name: 'Instagram', letters: 'Ig', color: '#b3266b' },
  tiktok: { name: 'TikTok', letters: 'Tk', color: '#1c1c1e' },
  x: { name: 'X', letters: 'X', color: '#25292e' },
  reddit: { name: 'Reddit', letters: 'Re', color: '#b83200' },
  linkedin: { name: 'LinkedIn', letters: 'in', color: '#0a5ea8' },
  youtube: { name: 'YouTube', letters: 'Yt', color: '#c4170c' },
  facebook: { name: 'Facebook', letters: 'Fb', color: '#0f5fc9' },
  threads: { name: 'Threads', letters: 'Th', color: '#2b2b2f' },
  bluesky: { name: 'Bluesky', letters: 'Bs', color: '#0560c9' },
  pinterest: { name: 'Pinterest', letters: 'Pi', color: '#ad081b' },
  telegram: { name: 'Telegram', letters: 'Tg', color: '#0a6ea6' },
  discord: { name: 'Discord', letters: 'Dc', color: '#4450c8' },
  slack: { name: 'Slack', letters: 'Sl', color: '#4a154b' },
  mastodon: { name: 'Mastodon', letters: 'Ma', color: '#5046c4' },
  wordpress: { name: 'WordPress', letters: 'Wp', color: '#1d5f80' },
  devto: { name: 'DEV', letters: 'De', color: '#2a2a2e' },
  hashnode: { name: 'Hashnode', letters: 'Hn', color: '#2150c9' },
  ghost: { name: 'Ghost', letters: 'Gh', color: '#33373d' },
  tumblr: { name: 'Tumblr', letters: 'Tu', color: '#2c4762' },
  google_business: { name: 'Google Business', letters: 'Gb', color: '#1a5fc4' },
};

export const networkName = (platform: string): string => NETWORKS[platform]?.name ?? platform;

/** A network as a coloured square with its letters. Its name has to stand beside it. */
export function NetworkMark({ platform, size = 22 }: { platform: string; size?: number }) {
  const { letters, color } = NETWORKS[platform] ?? { letters: platform.slice(0, 2), color: '#444a52' };
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-grid',
        placeItems: 'center',
        flexShrink: 0,
        width: size,
        height: size,
        borderRadius: size / 4,
        background: color,
        color: '#fff',
        fontSize: size * 0.48,
        fontWeight: 700,
        lineHeight: 1,
      }}
    >
      {letters}
    </span>
  );
}

/** A network, and the account on it where that is known. */
export function AccountLabel({ platform, account }: { platform: string; account: string | undefined }) {
  return (
    <Group gap={8} wrap="nowrap" style={{ minWidth: 0 }}>
      <NetworkMark platform={platform} />
      <Text size="sm" truncate>
        {account ?? 'disconnected account'}
        <Text span size="sm" c="dimmed">
          {' '}
          {networkName(platform)}
        </Text>
      </Text>
    </Group>
  );
}

/** A network's mark alone, named for those who point at it or listen. */
export function NamedMark({ platform, label, size }: { platform: string; label: string; size?: number }) {
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} style={{ display: 'inline-flex' }}>
        <NetworkMark platform={platform} {...(size === undefined ? {} : { size })} />
      </span>
    </Tooltip>
  );
}
