#!/bin/bash
case "$1" in
  start) ./start ;;
  stop | start) ./stop ;;
esac
