// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/name_words.h"

#include "core/enum_names.h"
#include "core/output/incident_words.h"
#include "core/words/lock_words.h"
#include "ui/models/words/words.h"

namespace lockkeeper::ui {

QString certaintyWord(observe::Certainty certainty)
{
    return toQt(words::certaintyWord(certainty));
}

QString certaintyWord(const std::string& name)
{
    const auto certainty = enumNamed<observe::Certainty>(name);
    return certainty ? certaintyWord(*certainty) : safeText(name);
}

QString actionText(const std::string& name)
{
    return safeText(output::actionText(name));
}

QString masterStateText(const std::string& name)
{
    return safeText(output::masterStateText(name));
}

} // namespace lockkeeper::ui
