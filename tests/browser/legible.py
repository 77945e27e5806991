"""Whether a page can be read and pressed at phone width, measured in the page itself.

Limits: text of at least 12 px with the contrast of WCAG 2.1 AA (4.5, for large text 3.0); controls of at least
24 by 24 px (WCAG 2.2, 2.5.8); nothing wider than the page. Text on pictures isn't measured here: the renderer's own
tests do that.
"""

from __future__ import annotations

from typing import Any

SMALLEST, CONTRAST, LARGE_CONTRAST, LARGE, BOLD, TARGET = 12.0, 4.5, 3.0, 24.0, 18.66, 24.0

MEASURE = """limits => {
  // What the page puts around every message isn't ours.
  const furniture = '[aria-hidden=true], .sr-only, .visually-hidden, [disabled], .message-header, .message-time, '
    + '.message-interaction-header, time, .timeline-day-divider, .message-context-actions, '
    + '[class*=system], [class*=ephemeral], [class*=edited]';
  const list = document.querySelector('#channel-message-list');
  const rgb = c => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const over = (top, below) => {
    const a = top.length > 3 ? top[3] : 1;
    return [0, 1, 2].map(i => top[i] * a + below[i] * (1 - a));
  };
  const behind = e => {
    const layers = [];
    for (let x = e; x; x = x.parentElement) layers.push(rgb(getComputedStyle(x).backgroundColor));
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
  };
  const light = c => {
    const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const faults = [];
  let texts = 0, targets = 0, least = 99, smallest = 99, lowest = 99;
  const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const e = n.parentElement, said = n.textContent.trim();
    if (!said || !e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
    if (e.closest(furniture)) continue;
    const box = e.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(e), size = parseFloat(style.fontSize), back = behind(e);
    const c = contrast(over(rgb(style.color), back), back);
    const large = size >= limits.large || (size >= limits.bold && parseInt(style.fontWeight) >= 700);
    texts++; smallest = Math.min(smallest, size); least = Math.min(least, c);
    if (size < limits.smallest) faults.push(`${size} px: ${said.slice(0, 60)}`);
    const needed = large ? limits.largeContrast : limits.contrast;
    if (c < needed) faults.push(`contrast ${c.toFixed(2)}: ${said.slice(0, 60)}`);
    if (box.right > innerWidth + 1) faults.push(`beyond the edge: ${said.slice(0, 60)}`);
  }
  for (const e of list.querySelectorAll('.component-button:not([disabled]), .select-trigger:not([disabled])')) {
    if (!e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || !e.innerText.trim()) continue;
    const box = e.getBoundingClientRect();
    targets++; lowest = Math.min(lowest, box.width, box.height);
    if (Math.min(box.width, box.height) < limits.target) faults.push(`${box.width} x ${box.height}: ${e.innerText}`);
    if (box.right > innerWidth + 1) faults.push(`beyond the edge: ${e.innerText}`);
  }
  for (const e of list.querySelectorAll('img')) {
    if (e.getBoundingClientRect().right > innerWidth + 1) faults.push(`beyond the edge: ${e.alt.slice(0, 60)}`);
  }
  return {faults, texts, targets, least, smallest, lowest};
}"""


def check_legible(page: Any) -> dict[str, float]:
    """Fail on everything in the channel that is too small, too faint or cut off; what was measured otherwise."""
    limits = {
        "smallest": SMALLEST,
        "contrast": CONTRAST,
        "largeContrast": LARGE_CONTRAST,
        "large": LARGE,
        "bold": BOLD,
        "target": TARGET,
    }
    found = page.evaluate(MEASURE, limits)
    assert not found["faults"], "\n".join(found["faults"])
    assert found["texts"] and found["targets"]
    return found
