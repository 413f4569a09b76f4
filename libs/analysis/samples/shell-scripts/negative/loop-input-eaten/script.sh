#!/bin/bash
while read -r host; do
  ssh -n "$host" uptime
done < hosts.txt
