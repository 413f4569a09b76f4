import type { EventStore } from '@assay/event-store';
import { type FindingsEvent, findingsStream } from './domain/finding';
import { type Sighting, SightingsOf } from './domain/lifecycle/sighting';
import { UnitsListings } from './domain/units';

/** The sightings in a session's stream of findings. */
export interface RecordedSightings {
  readonly sightings: Sighting[];
  readonly listings: UnitsListings;
  /** Where decisions about the findings live; undefined if there are none. */
  readonly scope: string | undefined;
}

export async function recordedSightings(events: EventStore, sessionId: string): Promise<RecordedSightings> {
  let scope: string | undefined;
  const listings = new UnitsListings();
  const sightings = new SightingsOf();
  for await (const { type, data } of events.readStream<FindingsEvent>(findingsStream(sessionId)))
    if (type === 'UnitsListed') listings.add(data);
    else if (type === 'FindingsLowered') sightings.lower(data);
    else if (type === 'FindingsRecorded') {
      sightings.add(data.tool, data.findings);
      scope = data.triageScope;
    }
  return { sightings: sightings.all(), listings, scope };
}
