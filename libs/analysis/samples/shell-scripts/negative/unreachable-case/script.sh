#!/bin/bash
case "$1" in
  start) ./start ;;
  stop | halt) ./stop ;;
esac
