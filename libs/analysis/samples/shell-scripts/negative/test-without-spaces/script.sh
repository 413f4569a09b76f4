#!/bin/bash
if [ "$MODE" = fast ]; then
  ./build --fast
fi
