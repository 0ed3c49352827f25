/** Which tests reach a place in the code, by the coverage that V8 writes while the unchanged tests run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What V8 writes for each process, as far as it is read here. Positions are characters of the file. */
interface Coverage {
  result: {
    url: string;
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
  }[];
}

/** A place in the code. */
export interface Place {
  file: string;
  offset: number;
}

/** Environment of a test whose coverage is wanted. Cached code would make it imprecise. */
export function coverageEnvironment(folder: string): NodeJS.ProcessEnv {
  return { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
}

/**
 * @param folder where the processes of a test wrote their coverage
 * @param tree the root of the tree that was tested
 * @returns the places that one of the processes ran through
 */
export function reachedPlaces(folder: string, tree: string, places: readonly Place[]): Set<Place> {
  const reached = new Set<Place>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    const scripts = new Map(result.map((script) => [script.url, script]));
    for (const place of places) {
      const script = scripts.get(pathToFileURL(join(tree, place.file)).href);
      if (script !== undefined && countAt(script, place.offset) > 0) reached.add(place);
    }
  }
  return reached;
}

/** How many times the innermost block around a position ran. */
function countAt({ functions }: Coverage['result'][number], offset: number): number {
  let smallest = { size: Number.POSITIVE_INFINITY, count: 0 };
  for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
    const size = endOffset - startOffset;
    if (startOffset <= offset && offset < endOffset && size <= smallest.size) smallest = { size, count };
  }
  return smallest.count;
}
