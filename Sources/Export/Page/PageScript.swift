/// The script of a page: steps forwards and backwards. It sets texts, and never markup.
enum PageScript {
    static let text = #"""
        'use strict';
        (() => {
        const data = JSON.parse(document.getElementById('data').textContent);
        const steps = data.steps, $ = id => document.getElementById(id);
        if (!steps.length) return;
        // Each step has what differs from the one before; a state is never changed, so going back is as quick as going on.
        const states = [];
        let threads = new Map(), values = new Map();
        for (const step of steps) {
          if (step.t) { threads = new Map(threads); for (const [k, ...rest] of step.t) rest.length ? threads.set(k, rest) : threads.delete(k); }
          if (step.v) { values = new Map(values); for (const [k, ...rest] of step.v) rest.length ? values.set(k, rest) : values.delete(k); }
          states.push([threads, values]);
        }
        const letter = i => i < 26 ? String.fromCharCode(65 + i) : String(i + 1);
        const make = (tag, text, name) => { const e = document.createElement(tag); if (text) e.textContent = text; if (name) e.className = name; return e; };
        const tag = lane => make('span', letter(lane), 'tag t' + lane % 8);
        const lines = new Map();
        for (const figure of document.querySelectorAll('figure[data-file]'))
          for (const line of figure.querySelectorAll('.l')) lines.set(figure.dataset.file + ':' + line.dataset.l, line);
        const rows = [...document.querySelectorAll('#schedule tr[data-row]')];
        // A column has the letter and the colour that its thread has in the source.
        for (const dot of document.querySelectorAll('#schedule .dot')) {
          const lane = data.threads.indexOf(dot.nextSibling.textContent);
          if (lane >= 0) { dot.className = 'tag t' + lane % 8; dot.textContent = letter(lane); }
        }
        let now = -1, marked = [];
        function show(index, scrolls) {
          index = Math.max(0, Math.min(steps.length - 1, index));
          if (index === now) return;
          now = index;
          const step = steps[index], [threads, values] = states[index];
          const sentence = $('sentence');
          sentence.textContent = '';
          sentence.append(make('span', step.n + ' of ' + steps[steps.length - 1].n, 'number'));
          (step.s + ': ' + step.w).split('`').forEach((part, i) => sentence.append(i % 2 ? make('code', part) : part));
          sentence.className = step.x ? 'bad' : '';
          $('slider').value = index + 1;
          $('slider').setAttribute('aria-valuetext', 'step ' + step.n);
          $('first').disabled = $('back').disabled = index === 0;
          $('next').disabled = $('last').disabled = index === steps.length - 1;
          for (const line of marked) { line.classList.remove('now'); line.firstChild.textContent = ''; }
          marked = [];
          const list = $('threads');
          list.textContent = '';
          for (const [lane, [file, line, state]] of [...threads].sort((a, b) => a[0] - b[0])) {
            const moves = lane === step.m, item = make('li', '', moves ? 'moves' : '');
            item.append(tag(lane), ' ' + data.threads[lane] + ' ',
              make('span', data.files[file] + ':' + line + (state === 2 ? ', suspended' : state === 1 ? ', blocked' : ''), 'where'));
            list.append(item);
            const target = lines.get(file + ':' + line);
            if (!target) continue;
            target.firstChild.append(tag(lane));
            if (moves) target.classList.add('now');
            marked.push(target);
          }
          if ($('values')) {
            const body = $('values').tBodies[0];
            body.textContent = '';
            for (const [name, [text, touched, races]] of values) {
              const row = make('tr', '', (touched ? 'touched ' : '') + (races ? 'races' : ''));
              const head = make('th', data.names[name]);
              head.scope = 'row';
              row.append(head, make('td', text));
              body.append(row);
            }
          }
          rows.forEach((row, i) => {
            row.classList.toggle('now', i === step.r);
            row.classList.toggle('later', step.r === undefined || i > step.r);
          });
          if (step.p !== undefined && $('timeline-moment')) $('timeline-moment').setAttribute('x', step.p);
          const line = marked.find(l => l.classList.contains('now'));
          if (line) {
            const box = line.closest('pre'), top = line.offsetTop - box.offsetTop;
            if (top < box.scrollTop + 20 || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
          }
        }
        $('first').onclick = () => show(0);
        $('back').onclick = () => show(now - 1);
        $('next').onclick = () => show(now + 1);
        $('last').onclick = () => show(steps.length - 1);
        $('slider').oninput = event => show(event.target.value - 1);
        for (const row of rows) row.onclick = () => {
          const wanted = +row.dataset.row, found = steps.findIndex(step => step.r === wanted);
          if (found >= 0) show(found);
        };
        addEventListener('keydown', event => {
          if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('pre,.scroll') && event.key.startsWith('Arrow')) return;
          const moves = { ArrowRight: now + 1, ArrowDown: event.target.id === 'slider' ? now - 1 : undefined, ArrowLeft: now - 1, ArrowUp: event.target.id === 'slider' ? now + 1 : undefined,
            Home: 0, End: steps.length - 1, PageDown: now + 10, PageUp: now - 10 };
          const wanted = moves[event.key];
          if (wanted === undefined) return;
          event.preventDefault();
          show(wanted);
        });
        let touch = null;
        $('sentence').addEventListener('touchstart', event => { touch = event.touches[0].clientX; }, { passive: true });
        $('sentence').addEventListener('touchend', event => {
          const way = event.changedTouches[0].clientX - touch;
          if (touch !== null && Math.abs(way) > 40) show(now + (way < 0 ? 1 : -1));
          touch = null;
        });
        show(data.start);
        })();
        """#
}
