// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/fact_texts.h"

#include "ui/models/words/words_context.h"

namespace lockkeeper::ui {

QString factTopicText(words::FactTopic topic)
{
    switch (topic) {
    case words::FactTopic::Clock:
        return Words::tr("Clock");
    case words::FactTopic::Restarts:
        return Words::tr("Restarts");
    case words::FactTopic::Eviction:
        return Words::tr("Eviction");
    case words::FactTopic::Memory:
        return Words::tr("Memory");
    case words::FactTopic::Persistence:
        break;
    }
    return Words::tr("Persistence");
}

QString factStateText(words::FactState state)
{
    return QString::fromUtf8(words::factStateName(state));
}

} // namespace lockkeeper::ui
