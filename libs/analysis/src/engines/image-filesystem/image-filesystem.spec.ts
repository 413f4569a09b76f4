import { describeToolSamples } from '../../../test/tool-samples';
import { imageFilesystemTools } from '../../catalogue/image';
import { profile } from './image-filesystem.profile';

describeToolSamples(profile, imageFilesystemTools);
