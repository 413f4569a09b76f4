import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const svgOptimisation: ToolDefinition = {
  id: 'svg-optimisation',
  name: 'SVG optimisation',
  description: 'Vector pictures that would be at least a fifth and a kilobyte smaller without what drawing programs leave in them.',
  category: 'performance',
  billing: 'performance',
  engine: 'svg',
  targets: SOURCE_TARGETS,
  files: ['**/*.svg'],
  advice: 'Run SVGO over it in the build; the picture stays the same.',
  rules: {
    'unoptimised-svg': { severity: 'low', title: 'SVG that could be smaller', weakness: 'unoptimised-image' },
  },
};

const imageWeight: ToolDefinition = {
  id: 'image-weight',
  name: 'Image weight',
  description: 'Pictures that are heavy, larger than any screen, or in a format without compression.',
  category: 'performance',
  billing: 'performance',
  engine: 'images',
  targets: ['url', ...SOURCE_TARGETS],
  files: ['**/*.{png,jpg,jpeg,gif,webp,avif,bmp,tif,tiff,PNG,JPG,JPEG,GIF,WEBP,BMP,TIF,TIFF}'],
  advice: 'Serve the size that is shown, as WebP or AVIF.',
  rules: {
    'heavy-image': { severity: 'low', title: 'Picture of more than 500 KB', weakness: 'heavy-image', fix: 'Scale it to the size that is shown, and compress it as WebP or AVIF.' },
    'oversized-image': { severity: 'low', title: 'Picture larger than a screen', weakness: 'oversized-image', fix: 'Scale it to at most 3,840 pixels, better to the size that is shown.' },
    'uncompressed-format': { severity: 'low', title: 'Format without compression', fix: 'Use PNG, WebP or AVIF.' },
    'large-gif': { severity: 'low', title: 'Large GIF', fix: 'Use a video, or an animated WebP; it is a tenth of the size.' },
  },
};

export const svgTools: readonly ToolDefinition[] = [svgOptimisation];
export const imageTools: readonly ToolDefinition[] = [imageWeight];
