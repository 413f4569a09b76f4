/* global MSApp, WinJS */
import angular from 'angular';

export const shop = angular.module('shop', ['ngSanitize']);

shop.config(function ($compileProvider, $sceProvider) {
  $compileProvider.debugInfoEnabled(false);
  $sceProvider.enabled(true);
});

export function show(element, markup) {
  element.textContent = markup;
  WinJS.Utilities.setInnerHTML(element, markup);
}
