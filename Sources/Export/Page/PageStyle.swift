/// The look of a page: light and dark, from a phone to a projector.
enum PageStyle {
    static let text = """
        :root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--box:#f6f8fa;--mark:#fff8c5;--now:#ddf4ff;--bad:#b42318;--badbox:#ffebe9}
        @media(prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e6edf3;--soft:#9aa4b0;--line:#3d444d;--box:#1d2229;--mark:#3a3000;--now:#12314d;--bad:#ff8a80;--badbox:#42191a}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
        header,main,footer{max-width:1400px;margin:0 auto;padding:0 1rem}
        h1{font-size:1.35rem;line-height:1.3;margin:1rem 0 .4rem;overflow-wrap:anywhere}
        h2{font-size:.8rem;letter-spacing:.05em;text-transform:uppercase;color:var(--soft);margin:1rem 0 .3rem}
        p{margin:.3rem 0;overflow-wrap:anywhere}
        .failure{font-size:1.1rem;color:var(--bad)}
        .note{color:var(--soft);font-size:.9rem}
        .text{max-width:75ch}
        code,pre,#values td,td.value{font-family:ui-monospace,"DejaVu Sans Mono","Liberation Mono",Menlo,Consolas,monospace;font-size:.875rem}
        pre{background:var(--box);border:1px solid var(--line);border-radius:6px;padding:.5rem;overflow-x:auto;margin:.3rem 0;line-height:1.45}
        code{background:var(--box);border-radius:4px;padding:.05em .25em;overflow-wrap:anywhere}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse}
        th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--line)}
        thead th{font-size:.85rem;white-space:nowrap}
        #schedule{min-width:100%}
        #schedule th[scope=row]{color:var(--soft);font-weight:400;text-align:right;font-variant-numeric:tabular-nums}
        #schedule td.step code{background:none;padding:0;white-space:nowrap}
        #schedule .note{margin-left:.7em;white-space:nowrap}
        #schedule tr[data-row]{cursor:pointer}
        #schedule tbody td:first-child{padding-right:0;width:1.2em}
        td.value{white-space:nowrap}
        tr.marked{background:var(--mark)}
        tr.failing{background:var(--badbox)}
        tr.skipped{color:var(--soft)}
        tr.now{outline:2px solid #0969da;outline-offset:-2px}
        tr.later{opacity:.45}
        .fails{color:var(--bad);font-weight:700}
        .number{text-align:right}
        .player{margin-top:1rem}
        .bar{position:sticky;top:0;z-index:2;display:flex;gap:.4rem;align-items:center;background:var(--paper);padding:.4rem 0;border-bottom:1px solid var(--line)}
        button{min-width:44px;min-height:44px;font-size:1.1rem;color:var(--ink);background:var(--box);border:1px solid var(--line);border-radius:8px;cursor:pointer;touch-action:manipulation}
        button:disabled{opacity:.4;cursor:default}
        button:focus-visible,pre:focus-visible,.scroll:focus-visible,input:focus-visible{outline:3px solid #0969da}
        #slider{flex:1;min-width:0;height:44px;accent-color:#0969da}
        #sentence{font-size:1.1rem;min-height:3.4em;margin:.5rem 0;padding:.4rem .6rem;border-left:4px solid #0969da;background:var(--box);border-radius:0 6px 6px 0}
        #sentence.bad{border-color:var(--bad);background:var(--badbox)}
        #sentence .number{color:var(--soft);margin-right:.5em}
        .grid{display:grid;grid-template-columns:minmax(0,2.2fr) minmax(260px,1fr);gap:1.2rem}
        .grid>*{min-width:0}
        figure{margin:0}figcaption{color:var(--soft);font-size:.85rem}
        #source pre{max-height:60vh;overflow:auto;padding:.3rem 0}
        .l{display:block;white-space:pre;padding-right:.5rem;min-width:max-content}
        .l b{display:inline-block;width:3.2em;text-align:right;margin-right:1em;color:var(--soft);font-weight:400;user-select:none}
        .l i{display:inline-block;width:5em;text-align:right;font-style:normal;user-select:none}
        .l.now{background:var(--now)}
        .gap{display:block;color:var(--soft);padding-left:5em}
        .tag,.dot{display:inline-block;min-width:1.35em;height:1.35em;line-height:1.35em;text-align:center;border-radius:.7em;color:#fff;font:700 .75rem/1.35em system-ui,sans-serif;margin-right:.15em;padding:0 .25em}
        .dot{min-width:.7em;width:.7em;height:.7em;padding:0;margin-right:.4em}
        .t0{background:#0969da}.t1{background:#bc4c00}.t2{background:#1a7f37}.t3{background:#8250df}.t4{background:#bf3989}.t5{background:#6e5600}.t6{background:#007a80}.t7{background:#57606a}
        #threads{list-style:none;margin:0;padding:0;max-height:40vh;overflow:auto}
        #threads li{padding:.2rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        #threads .where{color:var(--soft);font-size:.9rem}
        #threads .moves{font-weight:700}
        #values{width:100%}
        #values td{overflow-wrap:anywhere}
        #values tr.touched td{background:var(--now);font-weight:700}
        #values tr.races td{color:var(--bad)}
        svg text{font:14px ui-monospace,"DejaVu Sans Mono","Liberation Mono",Menlo,Consolas,monospace;white-space:pre}
        svg .b{font-weight:700}
        svg{display:block}
        .moment{fill:#0969da;opacity:.7}
        footer{color:var(--soft);font-size:.85rem;margin:2rem auto 1rem;overflow-wrap:anywhere}
        .who{display:none}
        .paper{fill:var(--paper)}
        @media(max-width:760px){
        #schedule thead,#schedule .other,#schedule td.value:empty{display:none}
        #schedule tr{display:grid;grid-template-columns:1.4em 2.6em minmax(0,1fr);border-bottom:1px solid var(--line);padding:.2rem 0}
        #schedule td,#schedule th{border:0;padding:.05rem .3rem}
        #schedule .step,#schedule .value{grid-column:3;white-space:normal}
        #schedule .who{display:block;color:var(--soft);font-size:.8rem}
        #schedule td.step code{white-space:pre-wrap}
        #schedule td.value::before{content:attr(data-name) ": ";color:var(--soft)}
        #schedule .note{margin:0;display:block;white-space:normal}
        }
        @media(max-width:760px){.grid{grid-template-columns:minmax(0,1fr);gap:0}body{font-size:15px}h1{font-size:1.1rem}.l i{width:3em}.l b{width:2.2em;margin-right:.7em}#source pre{max-height:45vh}th,td{padding:.25rem .4rem}}
        @media(min-width:1800px){:root{font-size:21px}.l{font-size:inherit}header,main,footer{max-width:94vw}}
        @media print{.bar{display:none}#source pre{max-height:none}}
        """
}
