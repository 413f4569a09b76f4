#!/bin/bash
if [ $# > 2 ]; then
  exit 1
fi
