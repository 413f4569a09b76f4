import { siteTools } from '../../catalogue/site';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './site.profile';

describeToolSamples(profile, siteTools);
