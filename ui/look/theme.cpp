// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/theme.h"

#include "ui/look/look_style.h"
#include "ui/look/palette.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

struct Colours {
    QRgb window;
    QRgb base;
    QRgb alternate;
    QRgb text;
    QRgb muted;
    QRgb button;
    QRgb highlight;
    QRgb highlightedText;
    QRgb link;
    QRgb line;
    QRgb edge; ///< of controls; contrast 3:1
};

constexpr Colours kLight{.window = 0xfff4f5f7,
    .base = 0xffffffff,
    .alternate = 0xfff8f9fb,
    .text = 0xff1d2430,
    .muted = 0xff5f6b7f,
    .button = 0xfffbfcfd,
    .highlight = 0xffe1edfa,
    .highlightedText = 0xff1d2430,
    .link = 0xff0b63b5,
    .line = 0xffc6ccd6,
    .edge = 0xff848d9c};

constexpr Colours kDark{.window = 0xff1f2329,
    .base = 0xff171a1f,
    .alternate = 0xff1b1f25,
    .text = 0xffe4e7ec,
    .muted = 0xffa3adbd,
    .button = 0xff2a2f37,
    .highlight = 0xff1f3550,
    .highlightedText = 0xffe4e7ec,
    .link = 0xff6cb2f5,
    .line = 0xff3a414c,
    .edge = 0xff68727f};

void setBevel(QPalette& palette, const Colours& colours)
{
    const QColor line(colours.line);
    palette.setColor(QPalette::Light, QColor(colours.button).lighter(108));
    palette.setColor(QPalette::Midlight, line.lighter(110));
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, QColor(colours.edge));
    palette.setColor(QPalette::Shadow, line.darker(200));
}

QPalette paletteOf(const Colours& colours)
{
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(colours.window));
    palette.setColor(QPalette::Base, QColor(colours.base));
    palette.setColor(QPalette::AlternateBase, QColor(colours.alternate));
    palette.setColor(QPalette::ToolTipBase, QColor(colours.button));
    palette.setColor(QPalette::Button, QColor(colours.button));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::ToolTipText, QPalette::BrightText}) {
        palette.setColor(role, QColor(colours.text));
        palette.setColor(QPalette::Disabled, role, QColor(colours.muted));
    }
    palette.setColor(QPalette::PlaceholderText, QColor(colours.muted));
    palette.setColor(QPalette::Highlight, QColor(colours.highlight));
    palette.setColor(QPalette::HighlightedText, QColor(colours.highlightedText));
    palette.setColor(QPalette::Link, QColor(colours.link));
    setBevel(palette, colours);
    return palette;
}

} // namespace

QString themeName(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return u"light"_s;
    case Theme::Dark:
        return u"dark"_s;
    case Theme::System:
        break;
    }
    return u"system"_s;
}

std::optional<Theme> themeFromName(QStringView name)
{
    for (const auto theme : {Theme::System, Theme::Light, Theme::Dark}) {
        if (name == themeName(theme))
            return theme;
    }
    return std::nullopt;
}

QPalette lightPalette()
{
    return paletteOf(kLight);
}

QPalette darkPalette()
{
    return paletteOf(kDark);
}

Theming::Theming(QApplication& application)
    : m_application(application)
    , m_isSystemDark(isDark(application.palette()))
{ }

void Theming::apply(Theme theme)
{
    m_theme = theme;
    const bool isDarkWanted = theme == Theme::Dark || (theme == Theme::System && m_isSystemDark);
    m_application.setStyle(new LookStyle);
    m_application.setPalette(isDarkWanted ? darkPalette() : lightPalette());
}

} // namespace lockkeeper::ui
