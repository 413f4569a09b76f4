#!/bin/bash
rm -rf "$BUILD_FOLDER"/*
