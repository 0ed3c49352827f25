/** Labels of a post or a conversation: words of the team, by which it is found again. */
import { Badge, Group } from '@mantine/core';

interface BadgesProps {
  labels: readonly string[];
  /** So many are shown, and the number of the others. Absent means all. */
  most?: number;
}

export function LabelBadges({ labels, most = labels.length }: BadgesProps) {
  const more = labels.slice(most);
  return (
    <Group gap={4} wrap="wrap" className="label-badges">
      {labels.slice(0, most).map((label) => (
        <Badge
          key={label}
          size="sm"
          variant="outline"
          color="gray"
          tt="none"
          fw={500}
          maw={160}
          title={label}
        >
          <bdi>{label}</bdi>
        </Badge>
      ))}
      {more.length > 0 && (
        <Badge size="sm" variant="outline" color="gray" tt="none" fw={500} title={more.join(', ')}>
          +{more.length}
        </Badge>
      )}
    </Group>
  );
}
