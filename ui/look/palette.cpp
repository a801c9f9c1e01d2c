// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/palette.h"

namespace lockkeeper::ui {
namespace {

struct Pair {
    QRgb onLight;
    QRgb onDark;
};

// Contrast 4.5:1 on light palettes.
Pair coloursOf(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return {0xff007a5a, 0xff2cc79b};
    case Tone::Notice:
        return {0xff935700, 0xfff0b429};
    case Tone::Bad:
        return {0xffc03a00, 0xffff8552};
    case Tone::Unknown:
        return {0xff8f4a73, 0xffe3a3c9};
    case Tone::Muted:
        return {0xff6b6b6b, 0xffa6a6a6};
    }
    return {0xff6b6b6b, 0xffa6a6a6};
}

} // namespace

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Text).lightness() > palette.color(QPalette::Base).lightness();
}

QColor toneColour(Tone tone, const QPalette& palette)
{
    const Pair pair = coloursOf(tone);
    return QColor::fromRgb(isDark(palette) ? pair.onDark : pair.onLight);
}

QColor toneTint(Tone tone, const QPalette& palette)
{
    constexpr int kOpacity = 36;
    QColor colour = toneColour(tone, palette);
    colour.setAlpha(kOpacity);
    return colour;
}

} // namespace lockkeeper::ui
