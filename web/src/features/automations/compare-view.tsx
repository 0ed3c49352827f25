/** What differs between two versions of an automation, in a dialog. */
import { Group, Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Waiting } from '../../base/parts/states.tsx';
import { compared, type Terms } from './compare.ts';
import { useVersion } from './queries.ts';
import type { Automation } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** The lines of both; those that only one has are marked, for screen readers too. */
function ComparedLines({ first, second }: { first: Terms; second: Terms }) {
  const lines = compared(first, second);
  if (lines.every(({ sign }) => sign === ' ')) return <Text size="sm">{t('Nothing differs.')}</Text>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it
    <ol className="flow-compared" aria-label={t('What differs')} tabIndex={0}>
      {lines.map(({ sign, depth, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no id
        <li key={index} data-sign={sign} style={{ paddingInlineStart: `${depth * 14 + 22}px` }} dir="auto">
          {sign === '+' ? <ins>{text}</ins> : sign === '-' ? <del>{text}</del> : text}
        </li>
      ))}
    </ol>
  );
}

interface CompareProps {
  automation: Automation;
  /** The versions that are compared first; null means closed. */
  chosen: { first: number; second: number } | null;
  onClose: () => void;
}

/** Two versions that the person chooses. */
export function CompareVersions({ automation, chosen, onClose }: CompareProps) {
  return (
    <Modal
      opened={chosen !== null}
      onClose={onClose}
      size="lg"
      title={t('Compare two versions')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {chosen !== null && (
        <Chosen key={`${chosen.first} ${chosen.second}`} automation={automation} start={chosen} />
      )}
    </Modal>
  );
}

function Chosen({ automation, start }: { automation: Automation; start: { first: number; second: number } }) {
  const [{ first, second }, choose] = useState(start);
  const [before, after] = [useVersion(automation, first), useVersion(automation, second)];
  const data = Array.from({ length: automation.version }, (_, index) => automation.version - index).map(
    (version) => ({ value: `${version}`, label: t('Version {version}', { version }) }),
  );
  return (
    <>
      <Group gap="sm" mb="sm">
        <Select
          label={t('From')}
          w={150}
          data={data}
          value={`${first}`}
          onChange={(value) => value !== null && choose({ first: Number(value), second })}
          allowDeselect={false}
        />
        <Select
          label={t('To')}
          w={150}
          data={data}
          value={`${second}`}
          onChange={(value) => value !== null && choose({ first, second: Number(value) })}
          allowDeselect={false}
        />
      </Group>
      {before === null || after === null ? <Waiting /> : <ComparedLines first={before} second={after} />}
    </>
  );
}

interface ChangesProps {
  title: string;
  first: Terms;
  second: Terms;
  opened: boolean;
  onClose: () => void;
}

/** What differs between two that are here. */
export function CompareTerms({ title, first, second, opened, onClose }: ChangesProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {opened && <ComparedLines first={first} second={second} />}
    </Modal>
  );
}
