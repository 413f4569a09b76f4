from __future__ import faster_loops

count = "count"
totals = {count: 1, "size": 2, count: 3}
