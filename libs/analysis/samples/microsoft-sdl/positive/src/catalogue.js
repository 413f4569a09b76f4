/* global MSApp, WinJS */
import angular from 'angular';

export const shop = angular.module('shop', ['ngSanitize']);

shop.config(function ($compileProvider, $sceProvider, $sanitizeProvider) {
  $compileProvider.aHrefSanitizationTrustedUrlList(/^(https|app):/);
  $compileProvider.imgSrcSanitizationWhitelist(/^(https|data):/);
  $sceProvider.enabled(false);
  $sanitizeProvider.enableSvg(true);
});

export function show(element, markup) {
  MSApp.execUnsafeLocalFunction(() => element.append(markup));
  WinJS.Utilities.setInnerHTMLUnsafe(element, markup);
}
