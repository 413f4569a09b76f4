import { describeToolSamples } from '../../../test/tool-samples';
import { imageConfigTools } from '../../catalogue/image';
import { profile } from './image-config.profile';

describeToolSamples(profile, imageConfigTools);
