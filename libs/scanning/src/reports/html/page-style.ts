/** Light and dark, from 320 pixels up, and on paper. Every pair of colours has a contrast of at least 4.5. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--back:#fff;--raised:#f6f7f9;--line:#d5d9e0;--text:#1b1f27;--soft:#566072;--link:#0b57c2;
--mark:#fff3c4;--focus:#0b57c2;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
@media (prefers-color-scheme:dark){:root{--back:#12151b;--raised:#1b2029;--line:#343c4a;--text:#e6e9ef;--soft:#a3adbd;
--link:#8ab4f8;--mark:#4a3d12;--focus:#8ab4f8}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;background:var(--back);color:var(--text)}main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:0;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:2.2rem 0 .5rem}
p{margin:.4rem 0;overflow-wrap:anywhere}a{color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
code,pre{font:.86rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.note,.n,.facts,.rule{color:var(--soft);font-size:.88rem}.brand{color:var(--soft);font-size:.88rem;margin:0 0 .2rem}
.verdict{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:baseline;margin:1rem 0;padding:.7rem .9rem;
border:1px solid var(--line);border-left:.4rem solid #64748b;border-radius:.5rem;background:var(--raised)}
.verdict.pass{border-left-color:#15803d}.verdict.fail{border-left-color:#be123c}
.verdict.inconclusive,.verdict.uncovered{border-left-color:#a16207}
.verdict b{font-size:1.1rem}.cards{display:grid;grid-template-columns:repeat(6,1fr);gap:.6rem;margin:1rem 0 0;padding:0}
.card{font:inherit;color:inherit;text-align:left;padding:.6rem .8rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--raised);border-top:.3rem solid var(--line)}
.card b{display:block;font-size:1.6rem;line-height:1.1;font-variant-numeric:tabular-nums}
button.card{cursor:pointer}button.card:hover{border-color:var(--soft)}
button.card[aria-pressed=true]{outline:2px solid var(--text);outline-offset:1px}
.card.critical{border-top-color:#9f1239}.card.high{border-top-color:#c2410c}.card.medium{border-top-color:#a16207}
.card.low{border-top-color:#1d5f8f}.card.info{border-top-color:#475569}
.chip,.dot{color:#fff}.chip.critical,.dot.critical{background:#9f1239}.chip.high,.dot.high{background:#c2410c}
.chip.medium,.dot.medium{background:#a16207}.chip.low,.dot.low{background:#1d5f8f}
.chip.info,.dot.info{background:#475569}
.chip{font-size:.78rem;font-weight:600;padding:.1rem .5rem;border-radius:1rem}
.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;margin-right:.5rem}
.charts>div{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.4rem 2rem}
figure{margin:0}
figcaption{font-weight:600;margin:.2rem 0 .4rem}svg.bars{display:block}svg.bars text{fill:var(--text);font-size:14px}
svg.bars .count{text-anchor:end;font-variant-numeric:tabular-nums}.bars .track{fill:var(--raised)}
.bars .critical rect{fill:#9f1239}.bars .high rect{fill:#c2410c}.bars .medium rect{fill:#a16207}
.bars .low rect{fill:#1d5f8f}.bars .info rect{fill:#475569}
svg.wide,svg.narrow{display:block;border-radius:.5rem;background:var(--raised)}svg.narrow{display:none}
.cell rect{stroke:var(--back);stroke-width:2}.cell text{fill:#fff}.folder text{fill:var(--text);font-weight:600}
svg text{font:12px system-ui,sans-serif}.cell{cursor:pointer}.cell:hover rect{stroke:var(--text)}
.cell.critical rect{fill:#9f1239}.cell.high rect{fill:#c2410c}.cell.medium rect{fill:#a16207}
.cell.low rect{fill:#1d5f8f}.cell.info rect{fill:#475569}
.busiest{list-style:none;margin:.6rem 0 0;padding:0;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));
gap:.1rem 1rem}
.file{font:inherit;color:inherit;background:none;border:0;text-align:left;padding:.25rem .3rem;cursor:pointer;
width:100%;
min-height:1.9rem;border-radius:.3rem}.file:hover{background:var(--raised)}
#filters{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end;margin:1.6rem 0 0;padding:.8rem;border-radius:.5rem;
border:1px solid var(--line);background:var(--raised)}
#filters label{font-size:.82rem;color:var(--soft);flex:1 1 9rem;min-width:0}#filters label:first-of-type{flex:3 1 16rem}
#filters input,#filters select,#filters button{display:block;width:100%;font:inherit;color:var(--text);
background:var(--back);border:1px solid var(--soft);border-radius:.4rem;padding:.4rem .5rem;min-height:2.4rem}
#filters button{width:auto;cursor:pointer}#filters [role=status]{flex:1 1 100%;font-size:.9rem}
.group{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;content-visibility:auto;
contain-intrinsic-size:auto 3rem}
.group>summary{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:baseline;padding:.6rem .8rem;cursor:pointer;
list-style:none}.group>summary::-webkit-details-marker{display:none}
.group>summary h3{font-size:1rem;margin:0;flex:1 1 12rem;min-width:0;overflow-wrap:anywhere}
.group>summary::after{content:"▸";color:var(--soft)}.group[open]>summary::after{content:"▾"}
.group[open]>summary{border-bottom:1px solid var(--line)}.body{padding:.4rem .8rem .8rem}
.role{font-size:.8rem;color:var(--soft);border:1px solid var(--line);border-radius:1rem;padding:0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .9rem;margin:.4rem 0}dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
.at{display:flex;flex-wrap:wrap;gap:.2rem .7rem;margin:.8rem 0 .2rem}.at code{font-weight:600}
pre{margin:.3rem 0;padding:.5rem 0;background:var(--raised);border-radius:.4rem;white-space:pre-wrap;tab-size:2}
pre span,pre mark{display:block;padding:0 .7rem 0 3.9rem;text-indent:-3.4rem}pre code{display:flex;
flex-direction:column;
font-size:inherit}pre code{white-space:pre-wrap}
pre i{display:inline-block;width:2.8rem;margin-right:.6rem;text-indent:0;text-align:right;color:var(--soft);
font-style:normal;user-select:none}
pre mark{background:var(--mark);color:inherit;box-shadow:inset .25rem 0 #c2410c}pre mark i{color:inherit}
.trace{margin:.4rem 0;padding-left:2rem;font-size:.9rem}.trace li{overflow-wrap:anywhere;break-inside:avoid}
.trace em{color:var(--soft)}
.more>summary{cursor:pointer;padding:.3rem 0;color:var(--link)}.more ul{margin:.2rem 0;padding-left:1.2rem}
.more li{overflow-wrap:anywhere}.rule{margin-top:.9rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}caption{text-align:left;color:var(--soft)}
th,td{text-align:left;vertical-align:top;padding:.35rem .5rem;border-bottom:1px solid var(--line);
overflow-wrap:anywhere}
.tools>summary{cursor:pointer;padding:.4rem 0}
@media (max-width:44rem){main{padding:1rem .8rem 3rem}.charts>div{grid-template-columns:minmax(0,1fr)}
.cards{grid-template-columns:repeat(3,1fr);gap:.4rem}
.card{padding:.4rem .6rem}.card b{font-size:1.3rem}.busiest{grid-template-columns:minmax(0,1fr)}svg.wide{display:none}
svg.narrow{display:block}dl{grid-template-columns:1fr}dd{margin-bottom:.3rem}.group>summary h3{flex-basis:100%;order:3}
pre span,pre mark{padding-left:3.1rem;text-indent:-2.9rem}pre i{width:2.3rem}}
@media print{:root{color-scheme:light;--back:#fff;--text:#000;--soft:#444;--raised:#fff;--line:#bbb}
main{max-width:none;padding:0}#filters,.busiest{display:none!important}.place,.card{break-inside:avoid}
.group{content-visibility:visible}.group>summary{break-after:avoid}a{color:inherit}
svg.bars{break-inside:avoid}
.chip,.dot,.cell rect,.bars rect,pre mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
