import { tlsTools } from '../../catalogue/site';
import { describeToolSamples } from '../../../test/tool-samples';
import { profile } from './tls.profile';

describeToolSamples(profile, tlsTools);
