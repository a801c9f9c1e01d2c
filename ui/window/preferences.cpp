// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences.h"

#include "ui/dialogs/prompter.h"
#include "ui/look/theme.h"
#include "ui/window/window_actions.h"

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

Preferences::Preferences(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
    WindowActions& actions = parts.actions;
    actions.setCurrentTheme(parts.theming.theme());
    actions.setCurrentLanguage(parts.settings.value(u"language"_s).toString());
    connect(&actions, &WindowActions::themeWanted, this, [this](Theme theme) {
        m_parts.theming.apply(theme);
        m_parts.settings.setValue(u"theme"_s, themeName(theme));
    });
    connect(&actions, &WindowActions::languageWanted, this, &Preferences::keepLanguage);
}

void Preferences::keepLanguage(const QString& name)
{
    if (m_parts.settings.value(u"language"_s).toString() == name)
        return;
    m_parts.settings.setValue(u"language"_s, name);
    m_parts.prompter.tell(tr("Language"),
        {{tr("Chosen"), m_parts.actions.languageTitle(name)},
            {tr("Applies"), tr("when Lockkeeper is started the next time")}});
}

} // namespace lockkeeper::ui
