#!/bin/bash
if [ "$FILE" = *.txt ]; then
  cat "$FILE"
fi
