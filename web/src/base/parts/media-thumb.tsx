import { Center, Image } from '@mantine/core';
import { PictureIcon } from './icons.tsx';

const VIDEO = /\.(mp4|mov|webm)(\?|$)/i;
const DOCUMENT = /\.pdf(\?|$)/i;

/** A picture of a medium, or what kind it is. */
export function MediaThumb({ url, size, alt }: { url: string; size: number; alt: string }) {
  const box = { width: size, height: size, borderRadius: 8, flexShrink: 0 };
  if (VIDEO.test(url))
    return (
      <video src={url} muted preload="metadata" aria-label={alt} style={{ ...box, objectFit: 'cover' }} />
    );
  if (DOCUMENT.test(url))
    return (
      <Center
        style={{ ...box, background: 'var(--mantine-color-default-hover)' }}
        role="img"
        aria-label={alt}
      >
        <PictureIcon />
      </Center>
    );
  return <Image src={url} alt={alt} w={size} h={size} radius={8} fit="cover" style={{ flexShrink: 0 }} />;
}
