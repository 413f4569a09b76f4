#!/bin/bash
find_name() {
  echo "$1 found"
}
exit 1
