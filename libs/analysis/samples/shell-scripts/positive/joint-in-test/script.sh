#!/bin/bash
if [ "$A" = 1 && "$B" = 2 ]; then
  ./run
fi
