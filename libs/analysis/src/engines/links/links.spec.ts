import { linkTools } from '../../catalogue/site';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './links.profile';

describeToolSamples(profile, linkTools);
