#!/bin/bash
find_name() {
  return "$1 found"
}
exit 256
