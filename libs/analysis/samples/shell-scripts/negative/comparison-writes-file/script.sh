#!/bin/bash
if [ $# -gt 2 ]; then
  exit 1
fi
