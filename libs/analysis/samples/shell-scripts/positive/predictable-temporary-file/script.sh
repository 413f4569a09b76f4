#!/bin/bash
ls > /tmp/list.$$
